import {
  type ClickRecord,
  INTERACTION_MAX_INTERVAL,
  INTERACTION_MIN_INTERVAL,
  type InteractionBody,
  ONE_HOUR,
  REPLAY_PATH,
  REPLAY_TYPES,
} from "@marquee/contract";
import { createUuid } from "../browser/createUuid.ts";

interface ClickGroups {
  /** @param sessionId of the session that it belongs to. */
  add(sessionId: number, click: ClickRecord): void;
  /**
   * @returns records added since, by session; clicks with the same position, selector and hour are merged.
   */
  take(): Map<number, ClickRecord[]>;
}

interface BatchTimer {
  /** A batch has gone otherwise. */
  restart(): void;
  stop(): void;
}

type Records = InteractionBody["events"];

export type SendInteractions = (sessionId: number, records: Records) => void;

/** So many fit into a beacon, together with what else is under way. */
const MOST_RECORDS = 100;

interface SendOptions {
  /** Origin of the server, or the empty string for the page's own. */
  endpoint: string;
  writeKey: string;
  deviceId: string;
}

/** By beacon, else by XMLHttpRequest (specification, section 7); what neither takes is lost. */
export function createSendInteractions({ endpoint, writeKey, deviceId }: SendOptions): SendInteractions {
  return (sessionId, records) => {
    const query = new URLSearchParams({
      device_id: deviceId,
      session_id: String(sessionId),
      type: REPLAY_TYPES.interaction,
      api_key: writeKey,
    });
    for (let from = 0; from < records.length; from += MOST_RECORDS) {
      const body: InteractionBody = {
        version: 1,
        id: createUuid(),
        events: records.slice(from, from + MOST_RECORDS),
      };
      post(`${endpoint}${REPLAY_PATH}?${query}`, JSON.stringify(body));
    }
  };
}

function post(url: string, body: string): void {
  if (navigator.sendBeacon?.(url, body)) return;
  const request = new XMLHttpRequest();
  request.open("POST", url);
  request.send(body);
}

/**
 * Calls `send` again and again, each time at least 30 s after the last time, or {@link BatchTimer.restart}, then as soon as the page is idle, and
 * after 60 s at most (specification, section 7).
 */
export function startBatchTimer(send: () => void): BatchTimer {
  let cancel = () => {};
  const run = () => {
    restart();
    send();
  };
  const waitForIdle = () => {
    if (!window.requestIdleCallback) return run();
    const idle = requestIdleCallback(run, { timeout: INTERACTION_MAX_INTERVAL - INTERACTION_MIN_INTERVAL });
    cancel = () => cancelIdleCallback(idle);
  };
  const restart = () => {
    cancel();
    const timer = setTimeout(waitForIdle, INTERACTION_MIN_INTERVAL);
    cancel = () => clearTimeout(timer);
  };
  restart();
  return { restart, stop: () => cancel() };
}

/** Specification, section 9: clicks are grouped per hour. */
export function createClickGroups(): ClickGroups {
  let sessions = new Map<number, Map<string, ClickRecord>>();
  return {
    add(sessionId, click) {
      const groups = sessions.get(sessionId) ?? new Map<string, ClickRecord>();
      sessions.set(sessionId, groups);
      const grouped = { ...click, timestamp: click.timestamp - (click.timestamp % ONE_HOUR) };
      const key = keyOf(grouped);
      const count = (groups.get(key)?.count ?? 0) + (click.count ?? 1);
      groups.set(key, { ...(groups.get(key) ?? grouped), count });
    },
    take() {
      const taken = new Map<number, ClickRecord[]>();
      for (const [sessionId, groups] of sessions) taken.set(sessionId, [...groups.values()]);
      sessions = new Map();
      return taken;
    },
  };
}

/** All but where within its element: that is the first one's. */
function keyOf({ elementX, elementY, count, ...same }: ClickRecord): string {
  return JSON.stringify(same, Object.keys(same).sort());
}

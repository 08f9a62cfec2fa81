import {
  type ClickRecord,
  INTERACTION_MAX_INTERVAL,
  INTERACTION_MIN_INTERVAL,
  type InteractionBody,
  ONE_HOUR,
  REPLAY_PATH,
  REPLAY_SENT_PARAMETER,
  REPLAY_TYPES,
} from "@marquee/contract";
import { createUuid } from "../browser/createUuid.ts";

interface ClickGroups {
  /** @param sessionId the session of the click. */
  add(sessionId: number, click: ClickRecord): void;
  /** @returns the records added since the last call, by session ID; clicks with the same position, selector and hour are merged. */
  take(): Map<number, ClickRecord[]>;
}

interface BatchTimer {
  /** Restarts the interval, because a batch was sent elsewhere. */
  restart(): void;
  stop(): void;
}

type Records = InteractionBody["events"];

export type SendInteractions = (sessionId: number, records: Records) => void;

/** Maximum records per request. This many fit into a beacon together with other pending requests. */
const MOST_RECORDS = 100;

interface SendOptions {
  /** Origin of the server, or the empty string for the page's own. */
  endpoint: string;
  writeKey: string;
  deviceId: string;
}

/** Sends records by beacon, else by XMLHttpRequest (specification, section 7). Records that neither delivers are lost. */
export function createSendInteractions({ endpoint, writeKey, deviceId }: SendOptions): SendInteractions {
  return (sessionId, records) => {
    const query = new URLSearchParams({
      device_id: deviceId,
      session_id: String(sessionId),
      type: REPLAY_TYPES.interaction,
      api_key: writeKey,
      [REPLAY_SENT_PARAMETER]: String(Date.now()),
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
 * Calls `send` repeatedly: as soon as the page is idle, but at least 30 s and at most 60 s after the last call or
 * {@link BatchTimer.restart} (specification, section 7).
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

/** Groups clicks per hour (specification, section 9). */
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

/** The group's key: every field except count and position in the element, which is that of the first click. */
function keyOf({ elementX, elementY, count, ...same }: ClickRecord): string {
  return JSON.stringify(same, Object.keys(same).sort());
}

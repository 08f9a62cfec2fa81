import type { SegmentEvent } from "@marquee/contract";
import { reportInternalError } from "../browser/monitor.ts";
import { isSampled } from "../sampling/recordingSettings.ts";
import type { Loader } from "../transport/createLoader.ts";
import type { Rum, RumOptions } from "./startRum.ts";

/** Session storage key under which Datadog's client stores the tab's ID. */
const TAB_ID = "_dd_tab_id";

/** RUM for the sessions in the sample. */
export interface SampledRum {
  /** Call it with each event before it is sent. An event with a newer session ID starts that session. */
  see(event: SegmentEvent): void;
  stop(): void;
}

export interface FollowOptions extends Omit<RumOptions, "settings"> {
  settings: RumOptions["settings"] & { monitoringSampleRate: number };
  loader: Loader<{ startRum: (options: RumOptions) => Rum | null }>;
}

/**
 * Decides for each session whether it is in the RUM sample, and loads the client for the first one that is, unless the page blocks it.
 */
export function syncSessions({ loader, ...options }: FollowOptions): SampledRum {
  const { monitoringSampleRate } = options.settings;
  let { sessionId } = options;
  let isOver = false;
  let rum: Rum | undefined;

  const isWanted = () =>
    !isOver && isSampled("monitoring", sessionId, monitoringSampleRate) && !options.page?.isBlocked?.();
  const start = async () => {
    const code = await loader.get();
    if (code && !rum && isWanted()) rum = code.startRum({ ...options, sessionId }) ?? undefined;
  };
  const decide = () => {
    if (!isWanted()) {
      rum?.stop();
      rum = undefined;
    } else if (rum) rum.sessionBegun(sessionId);
    else start().catch(reportInternalError);
  };
  decide();
  return {
    see({ context }) {
      const current = Number(context?.sessionId);
      if (isOver || !(current > sessionId)) return;
      sessionId = current;
      decide();
    },
    stop() {
      isOver = true;
      decide();
    },
  };
}

/** Deletes what Datadog's client stores in the browser. Call it when the visitor withdraws consent. */
export function clearRumStorage(): void {
  sessionStorage.removeItem(TAB_ID);
}

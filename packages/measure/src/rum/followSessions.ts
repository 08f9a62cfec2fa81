import type { SegmentEvent } from "@marquee/contract";
import type { Loader } from "../transport/createLoader.ts";
import { isSampled } from "../sampling/isSampled.ts";
import { reportFailure } from "../browser/monitor.ts";
import type { Rum, RumOptions } from "./startRum.ts";

/** Monitoring of those sessions that the sample takes. */
export interface SampledRum {
  /** Shows it an event before it is sent: by it the session advances. */
  see(event: SegmentEvent): void;
  stop(): void;
}

export interface FollowOptions extends Omit<RumOptions, "settings"> {
  settings: RumOptions["settings"] & { monitoringSampleRate: number };
  loader: Loader<{ startRum: (options: RumOptions) => Rum }>;
}

/** Decides, for each session anew, whether it is monitored, and sees to it; the code is fetched for the first that is. */
export function followSessions({ loader, ...options }: FollowOptions): SampledRum {
  const { monitoringSampleRate } = options.settings;
  let { sessionId } = options;
  let isOver = false;
  let rum: Rum | undefined;

  const isWanted = () => !isOver && isSampled("monitoring", sessionId, monitoringSampleRate);
  const start = async () => {
    const code = await loader.get();
    if (code && !rum && isWanted()) rum = code.startRum({ ...options, sessionId });
  };
  const decide = () => {
    if (!isWanted()) {
      rum?.stop();
      rum = undefined;
    } else if (rum) rum.sessionBegun(sessionId);
    else start().catch(reportFailure);
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

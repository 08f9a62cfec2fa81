import { type Json, type Milliseconds, ONE_SECOND } from "@marquee/contract";
import { noteHeartbeat } from "./instances.ts";
import type { Records } from "./records.ts";

interface HeartbeatOptions {
  records: Pick<Records, "db" | "instanceId">;
  /** What the instance says about itself: what JSON can have. */
  report: () => Promise<object>;
  interval?: Milliseconds;
}

const INTERVAL: Milliseconds = 10 * ONE_SECOND;

/** Writes what this instance says about itself into its row, again and again. @returns a function that stops it. */
export function startHeartbeats({ records, report, interval = INTERVAL }: HeartbeatOptions): () => void {
  let isBeating = false;
  const beat = async () => {
    const id = records.instanceId();
    if (id === null || isBeating) return;
    isBeating = true;
    // A store that is away is logged where it is missed.
    await report()
      .then((said) => noteHeartbeat(records.db, id, said as Json))
      .catch(() => undefined);
    isBeating = false;
  };
  const timer = setInterval(beat, interval);
  return () => clearInterval(timer);
}

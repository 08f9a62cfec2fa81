import { type Json, type Milliseconds, ONE_SECOND } from "@marquee/contract";
import { noteHeartbeat } from "./instances.ts";
import type { Records } from "./records.ts";

interface HeartbeatOptions {
  records: Pick<Records, "db" | "instanceId">;
  /** The instance's report about itself, as JSON. */
  report: () => Promise<object>;
  interval?: Milliseconds;
}

const INTERVAL: Milliseconds = 10 * ONE_SECOND;

/** Regularly writes this instance's report into its row. @returns a function that stops it. */
export function startHeartbeats({ records, report, interval = INTERVAL }: HeartbeatOptions): () => void {
  let isBeating = false;
  const beat = async () => {
    const id = records.instanceId();
    if (id === null || isBeating) return;
    isBeating = true;
    // An unavailable store is logged where it is needed.
    await report()
      .then((said) => noteHeartbeat(records.db, id, said as Json))
      .catch(() => undefined);
    isBeating = false;
  };
  const timer = setInterval(beat, interval);
  return () => clearInterval(timer);
}

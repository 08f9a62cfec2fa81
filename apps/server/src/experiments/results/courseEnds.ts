import { ONE_HOUR, type Timestamp } from "@marquee/contract";
import { bucketStarts } from "../../time/bucketStarts.ts";

/** As long as it is this young, an experiment is looked at by the hour. */
const YOUNG = 48 * ONE_HOUR;

/**
 * The ends of the hours, later of the days, of a phase by the clock of a time zone. The last is the phase's own end.
 * @returns milliseconds since the epoch, ascending.
 */
export function courseEnds({ from, to, tz }: { from: Timestamp; to: Timestamp; tz: string }): Timestamp[] {
  const interval = to - from <= YOUNG ? "hour" : "day";
  return [...bucketStarts({ from, to, interval, tz }).slice(1), to];
}

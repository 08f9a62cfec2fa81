import {
  dayOf,
  instantAt,
  ONE_DAY,
  ONE_HOUR,
  type SiteClock,
  type Timestamp,
  type WallClock,
} from "@marquee/contract";
import type { Schedule } from "@marquee/contract/schema";

/** A slot: one time that a report is sent. */
export interface ScheduleSlot {
  /** The day, as an ISO 8601 date. A day has at most one slot, even if its clocks show an hour twice. */
  day: string;
  dueAt: Timestamp;
}

/** Every schedule has a slot within this many days. */
const LONGEST_GAP = 62;

type Timing = Pick<Schedule, "frequency" | "hour" | "weekday" | "day">;
type Clock = Pick<SiteClock, "now" | "timeZone">;

/** The latest slot that is due. */
export function dueSlot(timing: Timing, clock: Clock): ScheduleSlot {
  return findSlot(timing, clock, { step: -1, isWanted: ({ dueAt }) => dueAt <= clock.now });
}

/** When the next slot comes. */
export function nextSlotAt(timing: Timing, clock: Clock): Timestamp {
  return findSlot(timing, clock, { step: 1, isWanted: ({ dueAt }) => dueAt > clock.now }).dueAt;
}

function findSlot(
  timing: Timing,
  clock: Clock,
  { step, isWanted }: { step: 1 | -1; isWanted: (slot: ScheduleSlot) => boolean },
): ScheduleSlot {
  const today = dayOf(clock);
  for (let days = 0; days <= LONGEST_GAP; days += 1) {
    const wall = today + step * days * ONE_DAY;
    if (!isOnDay(timing, wall)) continue;
    const slot = {
      day: new Date(wall).toISOString().slice(0, 10),
      // An hour that clocks skip is due when they skip it.
      dueAt: instantAt(wall + timing.hour * ONE_HOUR, clock.timeZone),
    };
    if (isWanted(slot)) return slot;
  }
  throw new Error("A schedule has no slot within two months.");
}

function isOnDay({ frequency, weekday, day }: Timing, wall: WallClock): boolean {
  const date = new Date(wall);
  if (frequency === "daily") return true;
  if (frequency === "weekly") return (date.getUTCDay() + 6) % 7 === weekday - 1;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(day, lastDay);
}

import { ONE_DAY, type Timestamp } from "@marquee/contract";

/** The events of the demo's year, by day. A campaign, release or experiment has the same position in every generated year. */
export interface Story {
  now: Timestamp;
  /** Start of today (UTC). */
  today: Timestamp;
  /** A product launch in spring, with a campaign, press and a day of many visits. */
  launch: Timestamp;
  /** Days of the two webinars, the earlier one first. */
  webinars: readonly [Timestamp, Timestamp];
  /** The week in which a release made pages slow. */
  badRelease: { from: Timestamp; to: Timestamp };
  /** From then on, the newsletter brings hardly anyone: its last issue had a broken link. */
  newsletterFails: Timestamp;
}

const APRIL = 3;
const TUESDAY = 2;

/** @param now latest time of any row. */
export function createStory(now: Timestamp): Story {
  const today = startOfDay(now);
  return {
    now,
    today,
    launch: lastLaunch(today),
    webinars: [weekdayBefore(today - 215 * ONE_DAY, 4), weekdayBefore(today - 62 * ONE_DAY, 4)],
    badRelease: { from: today - 25 * ONE_DAY, to: today - 18 * ONE_DAY },
    newsletterFails: today - 6 * ONE_DAY,
  };
}

function startOfDay(at: Timestamp): Timestamp {
  return at - (at % ONE_DAY);
}

/** The second Tuesday of the last April that is over. */
function lastLaunch(today: Timestamp): Timestamp {
  const year = new Date(today).getUTCFullYear();
  const isOver = today >= Date.UTC(year, APRIL + 1, 1);
  return weekdayBefore(Date.UTC(isOver ? year : year - 1, APRIL, 14), TUESDAY);
}

/** The last day with that weekday, up to `day`. @param weekday Sunday is 0. */
function weekdayBefore(day: Timestamp, weekday: number): Timestamp {
  return day - ((new Date(day).getUTCDay() - weekday + 7) % 7) * ONE_DAY;
}

/**
 * The newsletter's last issue up to `day`: it appears every second Tuesday, the last time in the week up to today.
 */
export function lastIssue({ today }: Story, day: Timestamp): Timestamp {
  const latest = weekdayBefore(today, TUESDAY);
  return latest - Math.ceil(Math.max(0, latest - day) / (14 * ONE_DAY)) * 14 * ONE_DAY;
}

/** By weekday, from Sunday. */
const WEEKDAYS = [0.5, 1.04, 1.16, 1.14, 1.1, 0.94, 0.46];

/** The number of visits on a day relative to an average day now: fewer on weekends, in August and around New Year, and more each month. */
export function seasonOf({ today }: Story, day: Timestamp): number {
  const date = new Date(day);
  const growth = 1 - 0.45 * Math.min(1, (today - day) / (365 * ONE_DAY));
  return weekdayOf(day) * growth * holidays(date.getUTCMonth(), date.getUTCDate());
}

/** The number of visits on a weekday relative to the average. */
export function weekdayOf(day: Timestamp): number {
  return WEEKDAYS[new Date(day).getUTCDay()] ?? 1;
}

function holidays(month: number, date: number): number {
  if ((month === 11 && date >= 22) || (month === 0 && date <= 3)) return 0.4;
  if (month === 7) return 0.78;
  return 1;
}

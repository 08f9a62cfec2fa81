import {
  COUNTERS,
  ERROR_EVENT,
  type Goal,
  type Milliseconds,
  ONE_DAY,
  ONE_HOUR,
  type QueryFilter,
  type Timestamp,
} from "@marquee/contract";
import {
  type AlertReading,
  type CountedKind,
  GOAL_KINDS,
  ruleOf,
  type Site,
  windowOf,
} from "@marquee/contract/schema";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { queryCounterSeries } from "../../../platform/storage/events/queries/counters.ts";
import { bucketStarts } from "../../../platform/time/timeSeries.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import { queryFirstEvent } from "../../questions/queries/firstEvent.ts";
import { alarmHref } from "../alarmHref.ts";
import { type ClockHours, clockHours, createHourlyHistory, rateOf } from "../hourlyHistory.ts";
import { createPlainReader, type PlainRule } from "../plainRule.ts";
import {
  createSeasonalReader,
  type HourlyCounts,
  historyOf,
  judge,
  type Reading,
  smallestDrop,
  WINDOWS,
  weeksToLearn,
} from "../seasonalRange.ts";
import type { Checked, CheckResult, Finding, Step } from "./check.types.ts";
import { changeText, type Described, learningText, plainText, usualText } from "./countTexts.ts";

/** How far back a check judges after a break, or for a new alert. */
const LONGEST_BREAK: Milliseconds = 31 * ONE_DAY;
/** Events of an hour may arrive this much later. */
export const SETTLING = ONE_HOUR / 4;
/** An alarm ends after this many consecutive hours without findings. Long windows and plain rules hover around their limit for longer. */
const QUIET_HOURS = 3;
const LONG_QUIET_HOURS = 24;

interface CountsOptions {
  eventStore: Pick<EventStore, "query">;
  questions: Pick<Questions, "answer">;
  site: () => Pick<Site, "id" | "timeZone">;
  /** Goals, and everything that filters can name, as text. */
  definitions: () => Promise<{ goals: readonly Goal[]; text: string }>;
}

interface Counting extends Checked {
  from: Timestamp;
  to: Timestamp;
  hours: ClockHours;
}

/** Checks the counts of windows that ended in each hour since the last check, by the alert's rule. */
export function createCountsCheck({ eventStore, questions, site, definitions }: CountsOptions) {
  const history = createHourlyHistory({ questions, site });

  const counts = async ({
    alert,
    from,
    to,
    hours,
  }: Counting): Promise<{ counts: HourlyCounts; goal: string }> => {
    const { goals, text } = await definitions();
    const goal = goals.find(({ id }) => id === alert.goal)?.name ?? "";
    if (goal === "" && GOAL_KINDS.includes(alert.kind))
      throw new ApiError("not_found", "Its goal was archived or deleted. Choose another one.");
    const read = async (metric: "visits" | "leads" | "events", more: readonly QueryFilter[] = []) =>
      hours.arrange(
        await history({ metric, filters: [...alert.filters, ...more], from, to, definitions: text }),
      );
    switch (alert.kind as CountedKind) {
      case "traffic":
        return { counts: { values: await read("visits") }, goal };
      case "leads":
        return { counts: { values: await read("leads") }, goal };
      case "errors":
        return { counts: { values: await read("events", [["is", "event:name", [ERROR_EVENT]]]) }, goal };
      case "conversion":
        return {
          counts: rateOf(await read("visits", [["is", "event:goal", [goal]]]), await read("visits")),
          goal,
        };
      case "conversions":
        return { counts: { values: await read("events", [["is", "event:goal", [goal]]]) }, goal };
      case "consent":
        return { counts: await decisions({ from, to, hours }), goal };
    }
  };

  const decisions = async ({ from, to, hours }: Pick<Counting, "from" | "to" | "hours">) => {
    const starts = bucketStarts({ from, to, interval: "hour", tz: site().timeZone });
    const rows = await queryCounterSeries(eventStore, { from, to, name: COUNTERS.page, starts });
    const granted = new Map<number, number>();
    const decided = new Map<number, number>();
    for (const { start, label, count } of rows) {
      if (label === "granted") granted.set(start, count);
      if (label === "granted" || label === "denied") decided.set(start, (decided.get(start) ?? 0) + count);
    }
    return rateOf(hours.arrange(granted), hours.arrange(decided));
  };

  return async (checked: Checked): Promise<CheckResult> => {
    const { alert, through, now, lookBack = LONGEST_BREAK } = checked;
    const { timeZone: tz } = site();
    const [window, rule] = [windowOf(alert), ruleOf(alert)];
    const [to = now] = bucketStarts({ from: now - SETTLING, to: now - SETTLING + 1, interval: "hour", tz });
    const begin = Math.max(through ?? 0, to - lookBack);
    const needed = rule.type === "unusual" ? historyOf(window) : HISTORY_OF_PLAIN_RULES[window];
    const [from = to] = bucketStarts({ from: begin - needed * ONE_HOUR, to, interval: "hour", tz });
    const hours = clockHours({ from, to, tz });
    const { counts: read, goal } = await counts({ ...checked, from, to, hours });
    const ends = bucketStarts({ from: begin + ONE_HOUR, to: to + 1, interval: "hour", tz });
    const judged = { alert, described: { kind: alert.kind as CountedKind, goal }, hours, ends, to, tz };
    if (rule.type === "unusual") return judgeUnusual(read, judged);
    const first = await queryFirstEvent(eventStore);
    return judgePlainly(read, { ...judged, rule, begin: first === null ? null : hours.indexOf(first) });
  };
}

/** Hours that plain rules need at most: two windows, or a day and the one a week before. */
const HISTORY_OF_PLAIN_RULES = { 1: 8 * 24, 7: 14 * 24, 28: 56 * 24 } as const;

interface Judged extends Pick<Checked, "alert"> {
  described: Described;
  hours: ClockHours;
  /** Ends of the windows that are judged. */
  ends: readonly Timestamp[];
  /** End of the current window. */
  to: Timestamp;
  tz: string;
}

function judgeUnusual(counts: HourlyCounts, { alert, described, hours, ends, to, tz }: Judged): CheckResult {
  const window = windowOf(alert);
  const reader = createSeasonalReader(counts);
  const readings = (at: Timestamp) =>
    WINDOWS[window].flatMap((length) => reader.read(hours.indexOf(at), length, alert.sensitivity) ?? []);
  const steps = ends.map((at) => ({ at, findings: findingsOf(readings(at), { alert, described, at, tz }) }));
  const current = readings(to);
  const longest = current.at(-1);
  const findings = findingsOf(current, { alert, described, at: to, tz });
  return {
    steps,
    quietSteps: window === 1 ? QUIET_HOURS : LONG_QUIET_HOURS,
    status: {
      state: longest ? stateOf(findings) : "learning",
      text: longest ? usualText(described, longest) : learningText(counts, weeksToLearn(window)),
      readings: current.map((reading) => toAlertReading(reading, alert.sensitivity)),
    },
  };
}

interface PlainlyJudged extends Judged {
  rule: PlainRule;
  /** Index of the first hour that was measured; null if there was none. */
  begin: number | null;
}

function judgePlainly(
  counts: HourlyCounts,
  { alert, described, hours, ends, to, tz, rule, begin }: PlainlyJudged,
): CheckResult {
  const window = windowOf(alert);
  const reader = createPlainReader(counts, {
    rule,
    window,
    direction: alert.direction,
    begin: begin ?? Number.POSITIVE_INFINITY,
  });
  const steps = ends.map((at): Step => {
    const reading = reader.read(hours.indexOf(at));
    if (!reading?.isWrong) return { at, findings: [] };
    const href = alarmHref({ alert, goal: described.goal, at, tz });
    return { at, findings: [{ subject: "", text: plainText(described, rule, reading), href }] };
  });
  const current = reader.read(hours.indexOf(to));
  return {
    steps,
    quietSteps: LONG_QUIET_HOURS,
    status: {
      state: current ? (current.isWrong ? "alarm" : "ok") : "learning",
      text: current ? plainText(described, rule, current) : NOT_MEASURED[rule.type][window],
      readings: [],
    },
  };
}

/** Why a window can't be judged yet. */
const NOT_MEASURED = {
  threshold: { 1: "Needs a day of history.", 7: "Needs 7 days of history.", 28: "Needs 28 days of history." },
  change: { 1: "Needs 8 days of history.", 7: "Needs 14 days of history.", 28: "Needs 56 days of history." },
} as const;

const stateOf = (findings: readonly Finding[]) =>
  findings.some(({ isUnsettled }) => !isUnsettled) ? "alarm" : "ok";

interface FoundAt extends Pick<Judged, "alert" | "described" | "tz"> {
  at: Timestamp;
}

function findingsOf(readings: readonly Reading[], { alert, described, at, tz }: FoundAt): Finding[] {
  const judged = readings.map((reading) => ({ reading, judgment: judge(reading, alert) }));
  const worst =
    judged.find(({ judgment }) => judgment === "alarm") ??
    judged.find(({ judgment }) => judgment !== "usual");
  if (!worst) return [];
  return [
    {
      subject: "",
      text: changeText(described, worst.reading),
      href: alarmHref({ alert, goal: described.goal, at, tz }),
      ...(worst.judgment === "unsettled" && { isUnsettled: true }),
    },
  ];
}

function toAlertReading(reading: Reading, sensitivity: Checked["alert"]["sensitivity"]): AlertReading {
  const { hours, value, of, expected, low, high } = reading;
  return { hours, value, of, expected, low, high, smallestDrop: smallestDrop(reading, sensitivity) };
}

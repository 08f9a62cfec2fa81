import {
  COUNTERS,
  ERROR_EVENT,
  type Goal,
  ONE_DAY,
  ONE_HOUR,
  type QueryFilter,
  type Timestamp,
} from "@marquee/contract";
import type { AlertReading, Site, UnusualKind } from "@marquee/contract/schema";
import { ApiError } from "../../errors/apiError.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryCounterSeries } from "../../storage/events/queries/counters.ts";
import { bucketStarts } from "../../time/timeSeries.ts";
import { alarmHref } from "../alarmHref.ts";
import { type ClockHours, clockHours, createHourlyHistory, rateOf } from "../hourlyHistory.ts";
import {
  createSeasonalReader,
  HISTORY,
  type HourlyCounts,
  judge,
  type Reading,
  smallestDrop,
  THRESHOLDS,
  WINDOWS,
} from "../seasonalRange.ts";
import type { Checked, CheckResult, Finding } from "./check.types.ts";

/** After a break, and for a new alert, this much is judged afterwards. */
const LONGEST_BREAK = 31 * ONE_DAY;
/** Events of an hour may arrive a little later. */
export const SETTLING = ONE_HOUR / 4;
/** An alarm ends after as many hours on end that are as usual. */
const QUIET_HOURS = 3;

interface UnusualOptions {
  eventStore: Pick<EventStore, "query">;
  questions: Pick<Questions, "answer">;
  site: () => Pick<Site, "id" | "timeZone">;
  /** Goals, and as text all that filters can name. */
  definitions: () => Promise<{ goals: readonly Goal[]; text: string }>;
}

interface Counting extends Checked {
  from: Timestamp;
  to: Timestamp;
  hours: ClockHours;
}

/** Checks counts of every hour since the last check against their usual range. */
export function createUnusualCheck({ eventStore, questions, site, definitions }: UnusualOptions) {
  const history = createHourlyHistory({ questions, site });

  const counts = async ({
    alert,
    from,
    to,
    hours,
  }: Counting): Promise<{ counts: HourlyCounts; goal: string }> => {
    const { goals, text } = await definitions();
    const goal = goals.find(({ id }) => id === alert.goal)?.name ?? "";
    const read = async (metric: "visits" | "leads" | "events", more: readonly QueryFilter[] = []) =>
      hours.arrange(
        await history({ metric, filters: [...alert.filters, ...more], from, to, definitions: text }),
      );
    switch (alert.kind as UnusualKind) {
      case "traffic":
        return { counts: { values: await read("visits") }, goal };
      case "leads":
        return { counts: { values: await read("leads") }, goal };
      case "errors":
        return { counts: { values: await read("events", [["is", "event:name", [ERROR_EVENT]]]) }, goal };
      case "conversion":
        if (goal === "")
          throw new ApiError("not_found", "Its goal was archived or deleted. Choose another one.");
        return {
          counts: rateOf(await read("visits", [["is", "event:goal", [goal]]]), await read("visits")),
          goal,
        };
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
    const { alert, through, now } = checked;
    const { timeZone: tz } = site();
    const [to = now] = bucketStarts({ from: now - SETTLING, to: now - SETTLING + 1, interval: "hour", tz });
    const begin = Math.max(through ?? 0, to - LONGEST_BREAK);
    const [from = to] = bucketStarts({ from: begin - HISTORY * ONE_HOUR, to, interval: "hour", tz });
    const hours = clockHours({ from, to, tz });
    const read = await counts({ ...checked, from, to, hours });
    const reader = createSeasonalReader(read.counts);
    const readings = (at: Timestamp) =>
      WINDOWS.flatMap(
        (length) => reader.read(hours.indexOf(at), length, THRESHOLDS[alert.sensitivity]) ?? [],
      );
    const describe = { ...alert, goal: read.goal };
    const ends = bucketStarts({ from: begin + ONE_HOUR, to: to + 1, interval: "hour", tz });
    const steps = ends.map((at) => ({
      at,
      findings: findingsOf(readings(at), { alert, at, tz, goal: read.goal }),
    }));
    const current = readings(to);
    const day = current.at(-1);
    const isWrong = steps.at(-1)?.findings.some(({ isUnsettled }) => !isUnsettled) ?? false;
    return {
      steps,
      quietSteps: QUIET_HOURS,
      status: {
        state: day ? (isWrong ? "alarm" : "ok") : "learning",
        text: day ? usualText(describe, day) : learningText(read.counts),
        readings: current.map((reading) => toAlertReading(reading, alert.sensitivity)),
      },
    };
  };
}

interface Describing extends Pick<Checked, "alert"> {
  at: Timestamp;
  tz: string;
  goal: string;
}

function findingsOf(readings: readonly Reading[], { alert, at, tz, goal }: Describing): Finding[] {
  const judged = readings.map((reading) => ({ reading, judgment: judge(reading, alert) }));
  const worst =
    judged.find(({ judgment }) => judgment === "alarm") ??
    judged.find(({ judgment }) => judgment !== "usual");
  if (!worst) return [];
  return [
    {
      subject: "",
      text: changeText({ ...alert, goal }, worst.reading),
      href: alarmHref({ alert, goal, at, tz }),
      ...(worst.judgment === "unsettled" && { isUnsettled: true }),
    },
  ];
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const share = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

const NOUNS: Record<UnusualKind, string> = {
  traffic: "visits",
  leads: "leads",
  errors: "errors",
  conversion: "conversions",
  consent: "consent",
};

interface Described {
  kind: string;
  /** Name of the goal. */
  goal: string;
}

function changeText({ kind, goal }: Described, { value, expected, of, hours }: Reading): string {
  const noun = NOUNS[kind as UnusualKind];
  const subject =
    { conversion: `Conversion to ${goal}`, consent: "Consent to analytics" }[kind] ?? capitalize(noun);
  const verb = of === null ? "are" : "is";
  const change = Math.round(Math.abs(value / expected - 1) * 100);
  const size = expected < 1 ? "up" : `${value < expected ? "down" : "up"} ${change}%`;
  return `${subject} ${verb} ${size}: ${amountText(value, of, noun)} in the last ${hours} hours instead of about ${of ? share.format(expected / of) : number.format(expected)}.`;
}

function amountText(value: number, of: number | null, noun: string): string {
  return of === null ? `${number.format(value)} ${noun}` : share.format(of === 0 ? 0 : value / of);
}

function usualText({ kind }: Described, { value, of, low, high, hours }: Reading): string {
  const noun = NOUNS[kind as UnusualKind];
  const range = of
    ? `${share.format(low / of)} to ${share.format(Math.min(1, high / of))}`
    : `${number.format(low)} to ${number.format(high)}`;
  return `${capitalize(amountText(value, of, noun))} in the last ${hours} hours (usual: ${range}).`;
}

/** Says what is missing. */
function learningText({ values, of = values }: HourlyCounts): string {
  const first = of.findIndex((value) => value > 0);
  const days = first === -1 ? 0 : Math.floor((of.length - first) / 24);
  if (days === 0) return "Needs six weeks of history to know what is usual. Nothing was counted yet.";
  return `Needs six weeks of history to know what is usual, and has ${days === 1 ? "1 day" : `${days} days`}.`;
}

function toAlertReading(reading: Reading, sensitivity: Checked["alert"]["sensitivity"]): AlertReading {
  const { hours, value, of, expected, low, high } = reading;
  return { hours, value, of, expected, low, high, smallestDrop: smallestDrop(reading, sensitivity) };
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

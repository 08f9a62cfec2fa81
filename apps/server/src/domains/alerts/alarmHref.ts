import { ONE_DAY, type QueryFilter, type Timestamp, wallClockOf, writeFilterParam } from "@marquee/contract";
import { type AlertDefinition, type AlertKind, windowOf } from "@marquee/contract/schema";

interface Linked {
  alert: Pick<AlertDefinition, "kind" | "filters" | "windowDays">;
  /** Name of the goal; empty without one. */
  goal?: string;
  at: Timestamp;
  tz: string;
}

const SCREENS: Partial<Record<AlertKind, string>> = {
  errors: "/errors",
  consent: "/consent",
  vitals: "/speed",
};
const METRICS: Partial<Record<AlertKind, string>> = { traffic: "visits", leads: "leads" };
/** Minimum number of days on the screen, so that a change within a day is visible next to earlier days. */
const FEWEST_DAYS = 7;

/**
 * Path of the screen in the console that shows the unusual data, with the alert's filters and the surrounding days.
 */
export function alarmHref({ alert, goal = "", at, tz }: Linked): string {
  const { kind, filters } = alert;
  const days = Math.max(FEWEST_DAYS, windowOf(alert));
  const day = (instant: Timestamp) => new Date(wallClockOf(instant, tz)).toISOString().slice(0, 10);
  const params = new URLSearchParams({ range: `${day(at - days * ONE_DAY)}..${day(at - 1)}` });
  const metric = METRICS[kind];
  if (metric) params.set("metric", metric);
  for (const filter of filters) addFilter(params, "f", filter);
  if (goal !== "") addFilter(params, "f", ["is", "event:goal", [goal]]);
  return `${SCREENS[kind] ?? "/"}?${params}`;
}

function addFilter(params: URLSearchParams, name: "f" | "or", filter: QueryFilter): void {
  const [operator, second, values] = filter as readonly unknown[];
  if (operator === "or") for (const each of second as readonly QueryFilter[]) addFilter(params, "or", each);
  else
    params.append(
      name,
      writeFilterParam(String(operator), String(second), (values as readonly unknown[]).map(String)),
    );
}

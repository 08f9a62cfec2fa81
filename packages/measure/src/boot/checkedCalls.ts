import { ONE_MINUTE } from "@marquee/contract";
import type { Analytics } from "../analytics/analytics.ts";
import { reportInternalError } from "../browser/monitor.ts";
import { setRumOptions } from "../rum/pageOptions.ts";

/** The parts of `Measure` that pages may call. */
export type PageMeasure = Pick<Analytics, "track" | "identify" | "group" | "alias" | "page">;
/** The calls that are checked. */
export type PageCalls = PageMeasure & { rum: typeof setRumOptions };

/** Calls of one document in a minute; more are dropped, because the queue would drop older events of the page instead. */
const MAX_CALLS = 100;
/** Maximum length of a call as JSON, in characters. An event may have 32 KB, including its context. */
const MAX_LENGTH = 16 * 1024;
const NAME_MAX_LENGTH = 200;

const isName = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" && value.length <= NAME_MAX_LENGTH;
const isId = (value: unknown) => typeof value === "number" || isName(value);
const isIdOrNull = (value: unknown) => value === null || isId(value);
const isBag = (value: unknown) => typeof value === "object" && !Array.isArray(value);

/** Check for each argument of a method. A missing one is null. */
const CHECKS = {
  track: [isName, isBag],
  identify: [isIdOrNull, isBag],
  group: [isId, isBag],
  alias: [isId, isIdOrNull],
  page: [isBag],
  rum: [isBag],
} as const satisfies Record<keyof PageCalls, unknown>;

/**
 * Validates calls of pages before making them.
 * @returns a function that takes calls as the JSON of a list: `[["track", "Chat opened", { "topic": "prices" }]]`. It never throws.
 */
export function createCheckedCalls(measure: PageMeasure): (json: string) => void {
  const methods: PageCalls = { ...measure, rum: setRumOptions };
  let since = 0;
  let calls = 0;

  const isAllowed = () => {
    const now = performance.now();
    if (now - since >= ONE_MINUTE) [since, calls] = [now, 0];
    calls += 1;
    if (calls === MAX_CALLS + 1) reportInternalError(`window.marquee: more than ${MAX_CALLS} calls a minute`);
    return calls <= MAX_CALLS;
  };
  const make = (call: unknown) => {
    const [name, ...rawArgs]: unknown[] = Array.isArray(call) ? call : [];
    if (!isMethod(name)) throw new TypeError("window.marquee: a call needs the name of a method.");
    const checks = CHECKS[name];
    const isTooLong = JSON.stringify(rawArgs).length > MAX_LENGTH;
    const args = checks.map((_check, index) => (isTooLong ? undefined : (rawArgs[index] ?? null)));
    const wrong = checks.findIndex((isValid, index) => !isValid(args[index]));
    if (wrong >= 0)
      throw new TypeError(`marquee.${name}: argument ${wrong + 1} is missing, invalid or too long.`);
    // Defaults are for missing arguments; only `identify` takes null.
    const withDefaults = args.map((value, index) =>
      index === 0 && name === "identify" ? value : (value ?? undefined),
    );
    (methods[name] as (...args: unknown[]) => void)(...withDefaults);
  };
  return (json) => {
    const waiting: unknown = JSON.parse(json);
    for (const call of Array.isArray(waiting) ? waiting : []) {
      if (!isAllowed()) return;
      try {
        make(call);
      } catch (error) {
        reportInternalError(error);
      }
    }
  };
}

function isMethod(name: unknown): name is keyof PageCalls {
  return typeof name === "string" && Object.hasOwn(CHECKS, name);
}

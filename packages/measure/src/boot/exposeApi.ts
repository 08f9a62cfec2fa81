import { type CallerLocation, ONE_MINUTE } from "@marquee/contract";
import type { Analytics, TrackEvent } from "../analytics/analytics.ts";
import { reportInternalError } from "../browser/monitor.ts";

type Bag = Record<string, unknown>;
type Id = string | number;

/**
 * `window.marquee`, for tag managers and other code that is not ours (docs/measurement.md). Without consent to C0002 no call has an effect. No
 * call throws: an invalid one is dropped, with a warning in the console.
 */
export interface MarqueeApi {
  /** An event of the catalog with its properties, or any other name with properties of your own. */
  track: TrackEvent & ((event: string, properties?: Bag) => void);
  /** With a null `userId`, only sends traits. */
  identify(userId: Id | null, traits?: Bag): void;
  group(groupId: Id, traits?: Bag): void;
  /** `previousId` defaults to the current user ID, else the anonymous ID. */
  alias(userId: Id, previousId?: Id): void;
  /** An additional page call. Page views are sent without it. */
  page(properties?: Bag): void;
  /** The visitor's country; null without consent or without a response. Never rejects. */
  location(): Promise<CallerLocation | null>;
  /** Calls a method by name. An array in `window.marquee` before measurement starts has the same method, and its calls are made then. */
  push(...calls: readonly MarqueeCall[]): void;
}

/** A method's name and its arguments: `["track", "Chat opened", { topic: "prices" }]`. */
type MarqueeCall = readonly [name: string, ...args: unknown[]];

declare global {
  interface Window {
    marquee?: MarqueeApi;
  }
}

/** Calls of one document in a minute; more are dropped, because the queue would drop older events of the page instead. */
const MAX_CALLS = 100;
/** Of the arguments as JSON, in characters. An event may have 32 KB, including its context. */
const MAX_LENGTH = 16 * 1024;
const NAME_MAX_LENGTH = 200;

const isName = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" && value.length <= NAME_MAX_LENGTH;
const isId = (value: unknown) => typeof value === "number" || isName(value);
const isIdOrNull = (value: unknown) => value === null || isId(value);
const isBag = (value: unknown) => typeof value === "object" && !Array.isArray(value);

/** What each argument of a method must be. A missing one is null. */
const CHECKS = {
  track: [isName, isBag],
  identify: [isIdOrNull, isBag],
  group: [isId, isBag],
  alias: [isId, isIdOrNull],
  page: [isBag],
} as const;

type Method = keyof typeof CHECKS;

/** Sets `window.marquee`, and makes the calls that wait in an array of that name. */
export function exposeApi(measure: Pick<Analytics, Method> & Pick<MarqueeApi, "location">): void {
  let since = 0;
  let calls = 0;

  const isAllowed = () => {
    const now = performance.now();
    if (now - since >= ONE_MINUTE) [since, calls] = [now, 0];
    calls += 1;
    if (calls === MAX_CALLS + 1) reportInternalError(`window.marquee: more than ${MAX_CALLS} calls a minute`);
    return calls <= MAX_CALLS;
  };
  const guard =
    (name: Method) =>
    (...given: unknown[]) => {
      try {
        if (!isAllowed()) return;
        const checks = CHECKS[name];
        // A copy: the caller may change its objects later, and only JSON is sent.
        const json = JSON.stringify(checks.map((_check, index) => given[index] ?? null));
        const args = json.length > MAX_LENGTH ? [] : JSON.parse(json);
        const wrong = checks.findIndex((isValid, index) => !isValid(args[index]));
        if (wrong >= 0)
          throw new TypeError(`marquee.${name}: argument ${wrong + 1} is missing, invalid or too long.`);
        // `identify` distinguishes null from a missing ID.
        const call = measure[name] as (...args: unknown[]) => void;
        call(
          ...args.map((value: unknown, index: number) =>
            index > 0 || name === "page" ? (value ?? undefined) : value,
          ),
        );
      } catch (error) {
        reportInternalError(error);
      }
    };
  const methods = Object.fromEntries(
    Object.keys(CHECKS).map((name) => [name, guard(name as Method)]),
  ) as Pick<MarqueeApi, Method>;
  const push = (...waiting: readonly unknown[]) => {
    for (const call of waiting.slice(0, MAX_CALLS)) {
      const [name, ...args]: unknown[] = Array.isArray(call) ? call : [];
      if (Object.hasOwn(methods, String(name))) methods[name as "page"](...(args as []));
    }
  };
  try {
    const before: unknown = window.marquee;
    window.marquee = Object.freeze({
      ...methods,
      location: () => measure.location().catch(() => null),
      push,
    });
    if (Array.isArray(before)) push(...before.slice(0, MAX_CALLS));
  } catch (error) {
    reportInternalError(error);
  }
}

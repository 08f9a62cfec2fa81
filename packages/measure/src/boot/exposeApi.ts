import { type CallerLocation, CONSENT_GROUPS } from "@marquee/contract";
import type { TrackEvent } from "../analytics/analytics.ts";
import { monitor, reportInternalError } from "../browser/monitor.ts";
import type { Consent } from "../consent/consent.ts";
import type { RumPageOptions } from "../rum/pageOptions.ts";
import { createLazy } from "../transport/createLazy.ts";
import type { PageCalls, PageMeasure } from "./checkedCalls.ts";

type Bag = Record<string, unknown>;
type Id = string | number;

/**
 * `window.marquee`, for tag managers and other third-party code (docs/measurement.md). Without consent to C0002 no call has an effect. No call
 * throws: an invalid one is dropped, with a warning in the console.
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
  /**
   * Sets options of RUM, even before consent, because they are not about the visitor. On a page of another host, RUM runs only once this is called.
   * URLs in `allowedTracingUrls` are texts here, because calls are copied.
   */
  rum(options?: RumPageOptions): void;
  /** The visitor's country; null without consent or without a response. Never rejects. */
  location(): Promise<CallerLocation | null>;
  /** Calls methods by name. An array in `window.marquee` before measurement starts has the same method, and its calls are made then. */
  push(...calls: readonly MarqueeCall[]): void;
}

/** A method's name and its arguments: `["track", "Chat opened", { topic: "prices" }]`. */
type MarqueeCall = readonly [name: string, ...args: unknown[]];

declare global {
  interface Window {
    marquee?: MarqueeApi;
  }
}

const METHODS = ["track", "identify", "group", "alias", "page", "rum"] as const satisfies (keyof PageCalls)[];

interface ExposedMeasure extends PageMeasure, Pick<MarqueeApi, "location"> {
  consent: Pick<Consent, "isGranted">;
}

/** Sets `window.marquee`, and makes the calls that wait in an array of that name. The first call loads the validation code. */
export function exposeApi(measure: ExposedMeasure): void {
  const checkedCalls = createLazy(
    () => import("./checkedCalls.ts"),
    ({ createCheckedCalls }) => createCheckedCalls(measure),
  );
  const push = monitor((...calls: readonly unknown[]) => {
    const isMeasured = measure.consent.isGranted(CONSENT_GROUPS.analytics);
    const allowed = calls.filter((call) => isMeasured || Object(call)[0] === "rum");
    const json = allowed.map(copyCall).join();
    if (json) checkedCalls.use((makeCalls) => makeCalls(`[${json}]`));
  });
  const methods = Object.fromEntries(
    METHODS.map((name) => [name, (...args: unknown[]) => push([name, ...args])]),
  ) as Pick<MarqueeApi, keyof PageCalls>;
  monitor(() => {
    const before: unknown = window.marquee;
    window.marquee = Object.freeze({ ...methods, location: measure.location, push });
    // Makes them one by one, so that only calls that cannot be copied are dropped.
    if (Array.isArray(before)) for (const call of before) push(call);
  })();
}

/**
 * A call as JSON: a copy, because the caller may change its objects until the code has loaded. Properties that cannot be read are empty
 * (specification, section 8).
 * @throws if it cannot be read even without them.
 */
function copyCall(call: unknown): string {
  try {
    return JSON.stringify([call]).slice(1, -1);
  } catch (error) {
    reportInternalError(`handleAsyncProps: ${String(error)}`);
    return JSON.stringify((call as unknown[]).map((part) => (Object(part) === part ? {} : part)));
  }
}

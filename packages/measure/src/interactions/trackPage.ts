import type { Assignment, SegmentEvent } from "@marquee/contract";
import type { Analytics, TrackEvent } from "../analytics/analytics.ts";
import type { Call } from "../analytics/envelope.ts";
import type { Cookies } from "../browser/cookies.ts";
import type { LocalStore } from "../browser/localStore.ts";
import { monitor } from "../browser/monitor.ts";
import type { RumOptionsOfStart } from "../rum/pageOptions.ts";
import type { GetCountry } from "../visitor/getCountry.ts";
import { ANONYMOUS_ID_KEY } from "../visitor/identity.ts";
import { reportMissingCookie } from "../visitor/reportMissingCookie.ts";
import { rememberWindowSize } from "../visitor/windowSize.ts";
import { startWebVitals } from "../webVitals/startWebVitals.ts";
import { startExposures } from "./exposures.ts";
import { type Personalize, startIntegrations } from "./integrations.ts";
import { startMetaDataSignals } from "./metaDataSignals.ts";
import { startErrors } from "./pageErrors.ts";
import { countRestores } from "./restoredPage.ts";
import { startSectionViews } from "./sectionViews.ts";

export interface Interactions {
  /** Call once a page has been painted, to observe its sections and experiments. */
  pageShown(): void;
  /** Receives each event before it is queued: adds the IDs of other tools and follows session and user. */
  see(event: SegmentEvent): void;
  /** The visitor's country, cached for a day. */
  locate: GetCountry;
  stop(): void;
}

export interface InteractionsOptions {
  analytics: Analytics;
  /** Whether consent to C0002 still holds. */
  isAllowed: () => boolean;
  /** Turns a call into an event; its IDs and session are also read from it at start. */
  wrap: (call: Call) => SegmentEvent;
  cookies: Cookies;
  store: LocalStore;
  /** Origin of the server. Defaults to the page's origin. */
  endpoint?: string;
  /** Identifies this site to the server. */
  writeKey: string;
  personalization?: Personalize;
  gtagId?: string | null;
  /** The visitor's experiment assignments. */
  assignments?: readonly Assignment[];
  /** The visitor's flag values. */
  flags?: Readonly<Record<string, unknown>>;
  rum?: RumOptionsOfStart | undefined;
}

/** An additional feature of the same page, such as a recording. */
export interface PageFeature {
  /** Receives each event before it is queued. */
  see(event: SegmentEvent): void;
  /** Call once another page has been painted. */
  pageShown(): void;
  stop(): void;
}

/** The code that `MeasureConfig.loadInteractions` loads. */
export interface InteractionsCode {
  /** Start only with consent to C0002. */
  startInteractions(options: InteractionsOptions): Interactions;
  /** Deletes what {@link startInteractions} stores beyond visit and identity, after a withdrawal. */
  erase(options: Pick<InteractionsOptions, "writeKey">): void;
}

/**
 * Tracks section views, exposures, web vitals, errors and browser signals. Start only with consent to C0002.
 * @param startFeature starts an additional feature. It gets a current event, for its IDs and session.
 */
export function trackPage(
  options: InteractionsOptions,
  startFeature: (visitor: SegmentEvent) => PageFeature,
): Interactions {
  const { analytics, isAllowed } = options;
  const track: TrackEvent = monitor(analytics.track);
  const views = startSectionViews({ track, isAllowed });
  const exposures = startExposures({ assignments: options.assignments ?? [], track, isAllowed });
  const visitor = options.wrap({ type: "page" });
  reportMissingCookie(options.cookies, ANONYMOUS_ID_KEY);
  const errors = startErrors(track);
  const vitals = startWebVitals({ track, context: visitor.context });
  const feature = startFeature(visitor);
  const stopSignals = startMetaDataSignals(track);
  const stopRestores = countRestores({ analytics, isAllowed });
  const pageShown = monitor(() => {
    rememberWindowSize(options.cookies, innerWidth);
    views.follow();
    exposures.follow();
    vitals.pageShown();
    errors.pageShown();
    feature.pageShown();
  });
  const { see, locate } = startIntegrations(options, visitor);
  pageShown();
  return {
    pageShown,
    see: monitor((event) => {
      see(event);
      vitals.see(event);
      feature.see(event);
    }),
    locate,
    stop() {
      stopSignals();
      stopRestores();
      feature.stop();
      vitals.stop();
      errors.stop();
      views.stop();
      exposures.stop();
    },
  };
}

import { type Assignment, type SegmentEvent, TRACK_REQUEST } from "@marquee/contract";
import type { Analytics, TrackEvent } from "../analytics/analytics.ts";
import type { Call } from "../analytics/envelope.ts";
import { listen } from "../browser/listen.ts";
import type { LocalStore } from "../browser/localStore.ts";
import { monitor, reportInternalError } from "../browser/monitor.ts";
import { deleteStoredSegments } from "../replay/segments/deleteStoredSegments.ts";
import { clearRumStorage } from "../rum/syncSessions.ts";
import { rememberDepartment } from "../visitor/department.ts";
import type { GetCountry } from "../visitor/getCountry.ts";
import { startWebVitals } from "../webVitals/startWebVitals.ts";
import { startClicks } from "./clicks.ts";
import type { EarlyEvent } from "./earlyEvents.ts";
import { startExposures } from "./exposures.ts";
import { type Personalize, startIntegrations } from "./integrations.ts";
import { startMetaDataSignals } from "./metaDataSignals.ts";
import { startErrors } from "./pageErrors.ts";
import { startSectionViews } from "./sectionViews.ts";
import { startSampledFeatures } from "./startSampledFeatures.ts";

export interface Interactions {
  /** To be called once a page has been painted: its sections are followed from then on. */
  pageShown(): void;
  /** Shows it an event before it is sent: it adds what other tools call the visitor, and hears who is identified. */
  see(event: SegmentEvent): void;
  /** The visitor's country, from a day's memory or the server. */
  locate: GetCountry;
  stop(): void;
}

export interface InteractionsOptions {
  analytics: Analytics;
  /** Whether the visitor's agreement to C0002 still holds. */
  isAllowed: () => boolean;
  /** Makes a call into an event; who makes it, and in which session, is read from that as well. */
  wrap: (call: Call) => SegmentEvent;
  store: LocalStore;
  /** Origin of the server; the page's own by default. */
  endpoint?: string;
  /** Names this site to the server. */
  writeKey: string;
  personalization?: Personalize;
  gtagId?: string | null;
  /** The experiments that the visitor takes part in. */
  assignments?: readonly Assignment[];
  /** Flag values of the visitor. */
  flags?: Readonly<Record<string, unknown>>;
  /** What happened since the visitor agreed, in that order. */
  early: readonly EarlyEvent[];
}

/** Clicks, sections seen, speed, errors and the surroundings of the visit. Loaded and started only once the visitor has agreed to C0002. */
export function startInteractions(options: InteractionsOptions): Interactions {
  const { analytics, isAllowed, early } = options;
  const trackAny = monitor(analytics.track);
  const track: TrackEvent = trackAny;
  const clicks = startClicks(trackAny);
  const views = startSectionViews({ track, isAllowed });
  const exposures = startExposures({ assignments: options.assignments ?? [], track, isAllowed });
  const visitor = options.wrap({ type: "page" });
  const errors = startErrors(track);
  const vitals = startWebVitals({ track, context: visitor.context });
  const sampled = startSampledFeatures(options, visitor);
  const stopSignals = startMetaDataSignals(track);
  const onTrackRequest = monitor((event: Event) => {
    const { event: name, properties } = readTrackRequest(event);
    if (name) trackAny(name, properties);
  });
  const stopRequests = listen(document, TRACK_REQUEST, onTrackRequest);
  for (const each of early) {
    if (each instanceof Event) onTrackRequest(each);
    else clicks.trackClick(each);
  }
  const pageShown = monitor(() => {
    rememberDepartment(options.store, location.pathname);
    views.follow();
    exposures.follow();
    vitals.pageShown();
    errors.pageShown();
    sampled.pageShown();
  });
  const { see, locate } = startIntegrations(options, visitor);
  pageShown();
  return {
    pageShown,
    see: monitor((event) => {
      see(event);
      vitals.see(event);
      sampled.see(event);
    }),
    locate,
    stop() {
      stopSignals();
      sampled.stop();
      vitals.stop();
      errors.stop();
      stopRequests();
      views.stop();
      exposures.stop();
      clicks.stop();
    },
  };
}

/** Deletes what this browser keeps of recordings and monitoring: the visitor has withdrawn their agreement. */
export function erase({ writeKey }: Pick<InteractionsOptions, "writeKey">): void {
  deleteStoredSegments(writeKey).catch(reportInternalError);
  monitor(clearRumStorage)();
}

/** Blocks of the page that know nothing of measurement ask for an event by a DOM event. */
function readTrackRequest(event: Event): { event: string; properties: Record<string, unknown> } {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  const request = typeof detail === "object" && detail !== null ? (detail as Record<string, unknown>) : {};
  const properties = typeof request.properties === "object" ? { ...request.properties } : {};
  return { event: typeof request.event === "string" ? request.event : "", properties };
}

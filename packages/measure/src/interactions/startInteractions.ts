import { type Assignment, type SegmentEvent, TRACK_REQUEST } from "@marquee/contract";
import { afterLoad } from "../browser/afterLoad.ts";
import { describeBrowser } from "../browser/describeBrowser.ts";
import type { Early } from "../browser/holdEarly.ts";
import type { LocalStore } from "../browser/localStore.ts";
import type { Analytics } from "../domain/analytics.ts";
import { rememberDepartment } from "../domain/department.ts";
import { createLocate, type Locate } from "../domain/locate.ts";
import type { User } from "../domain/user.ts";
import { startMonitoring } from "../monitoring/startMonitoring.ts";
import { monitor } from "../tools/monitor.ts";
import { askLocation } from "../transport/askLocation.ts";
import { startClicks } from "./clicks.ts";
import { startExposures } from "./exposures.ts";
import { createGoogleTag, findPageTag } from "./googleTag.ts";
import { describeSignals, SIGNALS_DELAY, SIGNALS_EVENT } from "./metaDataSignals.ts";
import { createPersonalization, findPageTool, type Personalize } from "./personalization.ts";
import { startSectionViews } from "./sectionViews.ts";

export interface Interactions {
  /** To be called once a page has been painted: its sections are followed from then on. */
  pageShown(): void;
  /** Shows it an event before it is sent: it adds what other tools call the visitor, and hears who is identified. */
  see(event: SegmentEvent): void;
  /** The visitor's country, from a day's memory or the server. */
  locate: Locate;
  stop(): void;
}

export interface InteractionsOptions {
  analytics: Analytics;
  /** Whether the visitor's agreement to C0002 still holds. */
  isAllowed: () => boolean;
  user: Pick<User, "id">;
  store: LocalStore;
  /** Storage entries of what others tell. */
  cacheKeys: Record<"location" | "gtag", string>;
  /** Origin of the server, or the empty string for the page's own. */
  endpoint: string;
  personalization?: Personalize;
  gtagId?: string | null;
  /** The experiments that the visitor takes part in. */
  assignments?: readonly Assignment[];
  /** What happened since the visitor agreed, in that order. */
  early: readonly Early[];
}

/** Segment's name of the destination that the ids are for. */
const GOOGLE_ANALYTICS = "Google Analytics 4";

/** Clicks, sections seen, speed, errors and the surroundings of the visit. Loaded and started only once the visitor has agreed to C0002. */
export function startInteractions(options: InteractionsOptions): Interactions {
  const { analytics, isAllowed, early } = options;
  const track = monitor(analytics.track);
  const clicks = startClicks(track);
  const views = startSectionViews({ track, isAllowed });
  const exposures = startExposures({ assignments: options.assignments ?? [], track, isAllowed });
  const monitoring = startMonitoring(track);
  const stopSignals = afterLoad(() => track(SIGNALS_EVENT, readSignals()), SIGNALS_DELAY);
  const onTrackRequest = monitor((event: Event) => {
    const { event: name, properties } = readTrackRequest(event);
    if (name) track(name, properties);
  });
  document.addEventListener(TRACK_REQUEST, onTrackRequest);
  for (const each of early) {
    if (each instanceof Event) onTrackRequest(each);
    else clicks.trackClick(each);
  }
  const pageShown = monitor(() => {
    rememberDepartment(options.store, location.pathname);
    views.follow();
    exposures.follow();
    monitoring.pageShown();
  });
  const { see, locate } = startTools(options);
  pageShown();
  return {
    pageShown,
    see: monitor(see),
    locate,
    stop() {
      stopSignals();
      monitoring.stop();
      document.removeEventListener(TRACK_REQUEST, onTrackRequest);
      views.stop();
      exposures.stop();
      clicks.stop();
    },
  };
}

/** The page's other tools. @returns what an {@link Interactions} does by them. */
function startTools(options: InteractionsOptions): Pick<Interactions, "see" | "locate"> {
  const { isAllowed, user, store, cacheKeys, endpoint, personalization, gtagId } = options;
  const now = Date.now;
  const ask = () => askLocation(endpoint);
  const locate = createLocate({ store, key: cacheKeys.location, isAllowed, now, ask });
  const findTool = () => personalization ?? findPageTool();
  const personalize = createPersonalization({ findTool, locate, isAllowed });
  const tag = { findTag: findPageTag, store, key: cacheKeys.gtag, isAllowed, now };
  const readTag = gtagId ? createGoogleTag({ gtagId, ...tag }) : null;
  readTag?.();
  personalize(user.id());
  const see = (event: SegmentEvent) => {
    const ids = readTag?.();
    if (ids) event.integrations = { ...event.integrations, [GOOGLE_ANALYTICS]: ids };
    if (event.type === "identify") personalize(event.userId);
  };
  return { see, locate };
}

/** Blocks of the page that know nothing of measurement ask for an event by a DOM event. */
function readTrackRequest(event: Event): { event: string; properties: Record<string, unknown> } {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  const request = typeof detail === "object" && detail !== null ? (detail as Record<string, unknown>) : {};
  const properties = typeof request.properties === "object" ? { ...request.properties } : {};
  return { event: typeof request.event === "string" ? request.event : "", properties };
}

function readSignals() {
  const { language, platform, userAgent } = navigator;
  const { browser, operatingSystem } = describeBrowser(userAgent);
  return describeSignals({ language, platform, path: location.pathname, operatingSystem, browser });
}

import { CONSENT_GROUPS, TRACK_REQUEST } from "@marquee/contract";
import { describeBrowser } from "../browser/describeBrowser.ts";
import type { LocalStore } from "../browser/localStore.ts";
import type { Analytics } from "../domain/analytics.ts";
import type { Consent } from "../domain/consent.ts";
import { rememberDepartment } from "../domain/department.ts";
import { monitor } from "../tools/monitor.ts";
import { startClicks } from "./clicks.ts";
import { describeSignals, SIGNALS_DELAY, SIGNALS_EVENT } from "./metaDataSignals.ts";
import { startSectionViews } from "./sectionViews.ts";

export interface Interactions {
  /** To be called once a page has been painted: its sections are followed from then on. */
  pageShown(): void;
  stop(): void;
}

export interface InteractionsOptions {
  analytics: Analytics;
  consent: Pick<Consent, "isGranted">;
  store: LocalStore;
  /** Milliseconds since the document began to load. */
  elapsed: number;
}

/** Clicks, sections seen and the surroundings of the visit. Loaded and started only once the visitor has agreed to C0002. */
export function startInteractions({ analytics, consent, store, elapsed }: InteractionsOptions): Interactions {
  const track = monitor(analytics.track);
  const stopClicks = startClicks(track);
  const views = startSectionViews({ track, isAllowed: () => consent.isGranted(CONSENT_GROUPS.analytics) });
  const signals = setTimeout(() => track(SIGNALS_EVENT, readSignals()), Math.max(0, SIGNALS_DELAY - elapsed));
  const onTrackRequest = monitor((event: Event) => {
    const { event: name, properties } = readTrackRequest(event);
    if (name) track(name, properties);
  });
  document.addEventListener(TRACK_REQUEST, onTrackRequest);
  const pageShown = monitor(() => {
    rememberDepartment(store, location.pathname);
    views.follow();
  });
  pageShown();
  return {
    pageShown,
    stop() {
      clearTimeout(signals);
      document.removeEventListener(TRACK_REQUEST, onTrackRequest);
      views.stop();
      stopClicks();
    },
  };
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

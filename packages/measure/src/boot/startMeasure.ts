import {
  type Assignment,
  type Audience,
  type CallerLocation,
  CONSENT_GROUPS,
  DEPARTMENT_KEY,
  PRIVACY_CONTROL_TIMING,
  readDepartment,
  type SegmentEvent,
} from "@marquee/contract";
import { type Analytics, createAnalytics, type TrackEvent } from "../analytics/analytics.ts";
import { createEnvelope, type PageSource } from "../analytics/envelope.ts";
import { createPageCalls } from "../analytics/pageCalls.ts";
import { createCookies } from "../browser/cookies.ts";
import { createUuid } from "../browser/createUuid.ts";
import { listen, onPageHide } from "../browser/listen.ts";
import { createLocalStore } from "../browser/localStore.ts";
import { monitor, monitorAll } from "../browser/monitor.ts";
import { createPersistentValues } from "../browser/persistentValues.ts";
import { serverTiming } from "../browser/serverTiming.ts";
import { type Consent, createConsent, startTabChannel } from "../consent/consent.ts";
import type { StartClicks } from "../interactions/clicks.ts";
import type { Personalize } from "../interactions/integrations.ts";
import type { InteractionsCode } from "../interactions/trackPage.ts";
import { createQueue, type QueueStatus } from "../queue/queue.ts";
import { createQueueLock } from "../queue/queueLock.ts";
import { createQueueStore } from "../queue/queueStore.ts";
import { createSendBatch } from "../queue/sendBatch.ts";
import type { RumOptionsOfStart } from "../rum/pageOptions.ts";
import { createAttributionMemory } from "../visitor/attribution.ts";
import { ANONYMOUS_ID_KEY, createIdentity, createUser } from "../visitor/identity.ts";
import { createSession } from "../visitor/session.ts";
import { VISIT_KEYS } from "../visitor/visitKeys.ts";
import {
  createLazyInteractions,
  createLazyMetrics,
  createLazyReceipts,
  startLazyConsentDialog,
} from "./lazyParts.ts";

declare global {
  interface Navigator {
    /** https://www.w3.org/TR/gpc/; not supported by every browser. */
    readonly globalPrivacyControl?: boolean;
  }
}

export interface MeasureConfig {
  /** Identifies this site to the server; not a secret. */
  writeKey: string;
  /**
   * Loads, once the visitor consents, what is tracked beyond calls and clicks. For pages that the server archives, import
   * `@marquee/measure/interactions`, which also records sampled sessions.
   */
  loadInteractions: () => Promise<InteractionsCode>;
  /** Names of cookies and storage entries that this page's own code may use: they are neither written nor removed. */
  foreignNames?: readonly string[];
  /** Adds a consent dialog to a page that has none in its markup; called when it is first needed. */
  buildConsentDialog?: () => Promise<HTMLElement | null>;
  /** Origin of the collector. Defaults to the page's origin. */
  endpoint?: string;
  /** Parent domain for cookies, or null (default) for the host itself. */
  cookieDomain?: string | null;
  /** Measures visitors until they deny consent, where the law allows it. Global Privacy Control still counts as denied. */
  isGrantedByRegion?: boolean;
  /** Name of the page, which page calls include; the site names only its 404 page. */
  pageName?: string | undefined;
  /** `startClicks` of `@marquee/measure/clicks`, on a page that tracks clicks. */
  startClicks?: StartClicks;
  /** Audience of the page; only events of known customers include it. */
  audience?: Audience;
  /** The archived version of the page at a path of this site, as far as the page knows it. Events include it. */
  pageVersion?: (path: string) => string | undefined;
  /** Receives the numeric ID of a logged-in user. Defaults to `window.personalization.identify` if the page defines it. */
  personalization?: Personalize;
  /** ID of the page's Google tag, or null. Events include its client and session IDs. */
  gtagId?: string | null;
  /** The visitor's experiment assignments; an exposure event reports when a variation is actually seen. */
  assignments?: readonly Assignment[];
  /** The visitor's flag values; recording rules can use them. */
  flags?: Readonly<Record<string, unknown>>;
  /** The page's options for RUM. */
  rum?: RumOptionsOfStart | undefined;
  /** Called with the delivery status of events: delivered, retrying, blocked, or dropped with a reason. */
  onStatus?: (status: QueueStatus) => void;
}

export interface Measure extends Omit<Analytics, "track"> {
  /** Tracks an event of the catalog. Code with other events dispatches `marquee:track` on the document. */
  track: TrackEvent;
  consent: Pick<Consent, "stateOf" | "isGranted" | "decision" | "decide" | "subscribe">;
  /** Opens the consent dialog. */
  openConsent(): void;
  /** The visitor's country (specification, section 7); null without consent or without a response. */
  location(): Promise<CallerLocation | null>;
  /** Call after each client-side route change, together with the change of the document's title and canonical URL. */
  routeChanged(): void;
  /** Call once all of the new page is in the document, so that its sections and experiments are found. */
  pageComplete(): void;
  stop(): void;
}

/**
 * Starts measurement on this document. Without C0002 it neither measures nor identifies the visitor; before a decision it reads only
 * the consent cookie and stores nothing. Never throws into the page.
 */
export function startMeasure(config: MeasureConfig): Measure {
  const { writeKey, endpoint = "", cookieDomain = null, isGrantedByRegion, audience, onStatus } = config;
  const { pageName, startClicks, pageVersion } = config;
  const cookies = createCookies(cookieDomain);
  const store = createLocalStore(() => window.localStorage);
  const tabs = startTabChannel(() => consent.refresh());
  const consent = createConsent({
    cookies,
    isGrantedByRegion,
    isPrivacyControlOn: navigator.globalPrivacyControl === true || !!serverTiming(PRIVACY_CONTROL_TIMING),
    now: Date.now,
    createReceiptId: createUuid,
    announce: tabs.announce,
  });
  const persistentValues = createPersistentValues(cookies, store, config.foreignNames);
  const identity = createIdentity(persistentValues);
  const user = createUser(persistentValues);
  const session = createSession({ cookies, now: Date.now });
  const ownHosts = [location.hostname, cookieDomain ?? location.hostname];
  const attribution = createAttributionMemory({ cookies, store, now: Date.now, ownHosts });
  const metrics = createLazyMetrics(endpoint);
  const queue = createQueue({
    store: createQueueStore({ store, tabId: createUuid(), now: Date.now }),
    lock: createQueueLock(store),
    send: createSendBatch(endpoint),
    writeKey,
    now: Date.now,
    random: Math.random,
    isOnline: () => navigator.onLine,
    onStatus: monitor((status) => {
      // After withdrawal, dropped events go only to the page's status callback.
      if (isMeasured()) metrics.count(status);
      onStatus?.(status);
    }),
  });
  const isMeasured = () => consent.isGranted(CONSENT_GROUPS.analytics);
  const source = () => readPage(pages.referrer());
  const wrap = createEnvelope({
    source,
    cookies,
    pageVersion,
    identity,
    user,
    session,
    attribution,
    consent,
    audience,
    now: Date.now,
  });
  const add = (event: SegmentEvent) => {
    interactions.see(event);
    queue.add(event);
  };
  const analytics = createAnalytics({
    isAllowed: isMeasured,
    pageName,
    identity,
    user,
    source,
    wrap,
    add,
    department: () =>
      config.foreignNames?.includes(DEPARTMENT_KEY)
        ? undefined
        : readDepartment(() => store.get(DEPARTMENT_KEY)),
  });
  const pages = createPageCalls({
    currentUrl: () => location.href,
    documentReferrer: document.referrer,
    isAllowed: isMeasured,
    arrive: attribution.arrive,
    send: monitor(() => {
      analytics.page();
      analytics.identify(null);
    }),
  });
  const receipts = createLazyReceipts(store, endpoint);
  const dialog = startLazyConsentDialog(consent, config.buildConsentDialog);
  const interactions = createLazyInteractions(config.loadInteractions, {
    ...config,
    analytics,
    isAllowed: isMeasured,
    wrap,
    cookies,
    store,
  });

  let stopClicks: ReturnType<StartClicks> | undefined;
  const begin = monitor(() => {
    stopClicks = startClicks?.(analytics.track);
    pages.request();
    queue.flush();
    interactions.start();
  });
  const end = monitor(() => {
    stopClicks?.();
    interactions.stop();
    interactions.erase();
    metrics.stop();
    pages.reset();
    queue.clear();
    identity.forget();
    user.forget();
    persistentValues.remove(VISIT_KEYS);
  });
  let wasMeasured = isMeasured();
  /**
   * Whether earlier consent left its ID. Before a decision, only the cookie is checked, never localStorage: a withdrawal on another host of the
   * cookie domain removes the cookie, but cannot reach this host's storage.
   */
  const isKnown = () =>
    !!(consent.decision() ? persistentValues.read(ANONYMOUS_ID_KEY) : cookies.get(ANONYMOUS_ID_KEY));
  let agreedReceiptId = consent.decision()?.receiptId;
  /** Queues a receipt for the decision. A visitor who was never measured and denies everything leaves no receipt. */
  const keepReceipt = monitor((isVisitorKnown: boolean) => {
    const decision = consent.decision();
    if (!decision || (!isVisitorKnown && decision.groups.length === 1)) return;
    // An ID without a secret comes from earlier consent, proven by its receipt. New consent gets an ID that its secret can prove.
    if (!wasMeasured && isMeasured() && !identity.secret()) identity.forget();
    const anonymousId = isVisitorKnown ? identity.anonymousId() : undefined;
    receipts.add({ ...decision, anonymousId, proof: identity.secret() ?? agreedReceiptId });
  });
  const stopFollowing = consent.subscribe((isOwn) => {
    // Expired consent leaves data behind, which a denial deletes too.
    const hadTraces = wasMeasured || isKnown();
    if (isOwn) keepReceipt(hadTraces || isMeasured());
    agreedReceiptId = consent.decision()?.receiptId;
    const before = wasMeasured;
    wasMeasured = isMeasured();
    if (wasMeasured && !before) begin();
    if (!wasMeasured && hadTraces) end();
  });
  const onHide = monitor(() => {
    if (!isMeasured()) return;
    pages.flush();
    queue.flushOnHide();
  });
  const stopHide = onPageHide(onHide);
  const onOnline = monitor(() => {
    receipts.flush();
    if (isMeasured()) queue.flush();
  });
  const stopOnline = listen(window, "online", onOnline);
  if (wasMeasured) begin();
  // If the visitor now denies consent (for example by Global Privacy Control), delete the data that earlier consent left.
  else if (!consent.isOpen() && isKnown()) end();
  // A withdrawal may still be waiting. Visitors without a decision have no receipts, so their storage is not read.
  if (consent.decision()) receipts.flush();

  return {
    ...monitorAll(analytics),
    consent,
    openConsent: dialog.open,
    location: interactions.location,
    routeChanged: monitor(pages.request),
    pageComplete: monitor(interactions.pageShown),
    stop() {
      stopClicks?.();
      stopOnline();
      stopHide();
      stopFollowing();
      interactions.stop();
      metrics.stop();
      dialog.stop();
      pages.stop();
      queue.stop();
      receipts.stop();
      tabs.stop();
    },
  };
}

function readPage(referrer: string): PageSource {
  const canonicalUrl = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? null;
  return { title: document.title, canonicalUrl, location, navigator, screen, referrer };
}

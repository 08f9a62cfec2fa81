import {
  type Assignment,
  type Audience,
  type CallerLocation,
  CONSENT_GROUPS,
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
import { type Consent, createConsent, startTabChannel } from "../consent/consent.ts";
import type { Personalize } from "../interactions/integrations.ts";
import { createQueue, type QueueStatus } from "../queue/queue.ts";
import { createQueueLock } from "../queue/queueLock.ts";
import { createQueueStore } from "../queue/queueStore.ts";
import { createSendBatch } from "../queue/sendBatch.ts";
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
    /** https://www.w3.org/TR/gpc/; not in every browser. */
    readonly globalPrivacyControl?: boolean;
  }
}

export interface MeasureConfig {
  /** Names this site to the server; not a secret. */
  writeKey: string;
  /** Origin of the collector; the page's own by default. */
  endpoint?: string;
  /** Parent domain for cookies, or null for the host itself. */
  cookieDomain?: string | null;
  /** Measures visitors who have not decided, until they say no; for regions whose law lets it. Global Privacy Control still counts as a no. */
  isGrantedByRegion?: boolean;
  /** Audience of the page; events of known customers include it. */
  audience?: Audience;
  /** Told the numeric id of a user who is logged in; by default `window.personalization.identify`, where the page has that. */
  personalization?: Personalize;
  /** Id of the page's Google tag, whose client and session events name; null for none. */
  gtagId?: string | null;
  /** The experiments that the visitor takes part in; their events say when one is really seen. */
  assignments?: readonly Assignment[];
  /** Flag values of the visitor; recording rules may use them. */
  flags?: Readonly<Record<string, unknown>>;
  /** Told what became of events: delivered, retrying, blocked, dropped with a reason. */
  onStatus?: (status: QueueStatus) => void;
}

export interface Measure extends Omit<Analytics, "track"> {
  /** Tracks an event of the catalog. Code that knows other events dispatches `marquee:track` on the document. */
  track: TrackEvent;
  consent: Pick<Consent, "stateOf" | "isGranted" | "decide" | "subscribe">;
  /** Shows the consent dialog again. */
  openConsent(): void;
  /** The visitor's country (specification, section 7); null without their agreement, or an answer. */
  location(): Promise<CallerLocation | null>;
  /** To be called after each client-side route change, once the new page has been painted. */
  routeChanged(): void;
  stop(): void;
}

/**
 * Starts measurement on this document. Before the visitor has agreed to C0002 it reads one cookie (their decision) and nothing
 * else: it stores, sends and identifies nothing. Never throws into the page.
 */
export function startMeasure(config: MeasureConfig): Measure {
  const { writeKey, endpoint = "", cookieDomain = null, isGrantedByRegion, audience, onStatus } = config;
  const cookies = createCookies(cookieDomain);
  const store = createLocalStore(() => window.localStorage);
  const tabs = startTabChannel(() => consent.refresh());
  const consent = createConsent({
    cookies,
    isGrantedByRegion,
    isPrivacyControlOn: navigator.globalPrivacyControl === true,
    now: Date.now,
    createReceiptId: createUuid,
    announce: tabs.announce,
  });
  const kept = createPersistentValues(cookies, store);
  const identity = createIdentity(kept);
  const user = createUser(kept);
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
      // Dropped events are reported to the page's status callback only.
      if (isMeasured()) metrics.count(status);
      onStatus?.(status);
    }),
  });
  const isMeasured = () => consent.isGranted(CONSENT_GROUPS.analytics);
  const source = () => readPage(pages.referrer());
  const wrap = createEnvelope({
    source,
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
  const analytics = createAnalytics({ isAllowed: isMeasured, identity, user, source, wrap, add });
  const pages = createPageCalls({
    currentUrl: () => location.href,
    documentReferrer: document.referrer,
    isAllowed: isMeasured,
    arrive: attribution.arrive,
    send: monitor(() => {
      analytics.page();
      if (user.id()) analytics.identify(null);
    }),
  });
  const receipts = createLazyReceipts(store, endpoint);
  const dialog = startLazyConsentDialog(consent);
  const interactions = createLazyInteractions({ ...config, analytics, isAllowed: isMeasured, wrap, store });

  const begin = monitor(() => {
    pages.request();
    queue.flush();
    interactions.start();
  });
  const end = monitor(() => {
    interactions.stop();
    interactions.erase();
    metrics.stop();
    pages.reset();
    queue.clear();
    identity.forget();
    user.forget();
    kept.remove(VISIT_KEYS);
  });
  let wasMeasured = isMeasured();
  /** Whether earlier consent left its cookie. The storage of visitors without consent is not read. */
  const isKnown = () => cookies.get(ANONYMOUS_ID_KEY) !== null;
  let agreedReceiptId = consent.decision()?.receiptId;
  /** A plain "no" of somebody who was never measured is nobody's business, ours included. */
  const keepReceipt = monitor((isVisitorKnown: boolean) => {
    const decision = consent.decision();
    if (!decision || (!isVisitorKnown && decision.groups.length === 1)) return;
    // An id without a secret is of an earlier agreement, which its receipt proves; a first agreement gets an id that can be proven.
    if (!wasMeasured && isMeasured() && !identity.secret()) identity.forget();
    const anonymousId = isVisitorKnown ? identity.anonymousId() : undefined;
    receipts.add({ ...decision, anonymousId, proof: identity.secret() ?? agreedReceiptId });
  });
  const stopFollowing = consent.subscribe((isOwn) => {
    // An agreement that has run out leaves things behind, which a "no" takes away as well.
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
  // Who has said no meanwhile, by Global Privacy Control for one, is rid of what an earlier agreement left.
  else if (!consent.isOpen() && isKnown()) end();
  // A withdrawal, too, may still have to reach the server. Who has not decided has nothing waiting, and their storage is not read.
  if (consent.decision()) receipts.flush();

  return {
    ...monitorAll(analytics),
    consent,
    openConsent: dialog.open,
    location: interactions.location,
    routeChanged: monitor(() => {
      pages.request();
      interactions.pageShown();
    }),
    stop() {
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

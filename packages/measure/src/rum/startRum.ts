import { datadogRum, type RumInitConfiguration } from "@datadog/browser-rum-slim";
import { ERROR_REPORT, type RecordingSettings, RUM_PATH, TRACK_ATTRIBUTES } from "@marquee/contract";
import { monitor } from "../browser/monitor.ts";
import { createAddressFilter } from "../privacy/filterAddress.ts";
import { choosePrivacy, hideActionName, redactAddresses, redactErrors } from "./redaction.ts";

export interface Rum {
  /** What follows belongs to this analytics session. */
  sessionBegun(sessionId: number): void;
  /** Nothing more is collected or sent. */
  stop(): void;
}

export interface RumOptions {
  settings: Pick<
    RecordingSettings,
    "applicationId" | "monitoringReplaySampleRate" | "privacyLevel" | "blockSelectors" | "addressRules"
  >;
  /** Replaces Datadog's client token. */
  writeKey: string;
  /** Origin of the collector, or the empty string for the page's own. */
  endpoint: string;
  deviceId: string;
  /** Of the analytics session, by which the console finds what else happened in it. */
  sessionId: number;
}

/** A document has one client, which cannot be taken back. */
let isFollowing = false;

/**
 * Starts Datadog's browser client against our own intake (specification, sections 5 and 9). It says itself in the console what its
 * configuration lacks. Its session lives in memory; all that it keeps in the browser is the tab's id, which {@link clearRumStorage} deletes. A document has one
 * client, which goes on where it stopped.
 */
export function startRum(options: RumOptions): Rum {
  const { deviceId, sessionId } = options;
  if (!datadogRum.getInitConfiguration()) datadogRum.init(buildConfiguration(options));
  isFollowing = true;
  datadogRum.setTrackingConsent("granted");
  datadogRum.setUser({ id: deviceId });
  const sessionBegun = (id: number) => datadogRum.setGlobalContextProperty("marquee", { session_id: id });
  sessionBegun(sessionId);
  const onReport = monitor((event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : null;
    if (typeof detail !== "object" || detail === null || !("error" in detail)) return;
    datadogRum.addError(detail.error, "context" in detail ? { context: detail.context } : undefined);
  });
  document.addEventListener(ERROR_REPORT, onReport);
  return {
    sessionBegun,
    stop() {
      isFollowing = false;
      document.removeEventListener(ERROR_REPORT, onReport);
      datadogRum.setTrackingConsent("not-granted");
      datadogRum.clearUser();
      datadogRum.clearGlobalContext();
    },
  };
}

/** Sessions are sampled before this code is even fetched, so all that get here are followed. */
function buildConfiguration({ settings, writeKey, endpoint }: RumOptions): RumInitConfiguration {
  const filterAddress = createAddressFilter(settings.addressRules, () => document.baseURI);
  const nothing = document.createDocumentFragment();
  return {
    applicationId: settings.applicationId,
    clientToken: writeKey,
    proxy: ({ path, parameters }) => addressOf(endpoint, `${path}?${parameters}`),
    service: location.hostname,
    sessionSampleRate: 100,
    sessionReplaySampleRate: settings.monitoringReplaySampleRate,
    startSessionReplayRecordingManually: true,
    defaultPrivacyLevel: choosePrivacy(settings, (selector) => nothing.querySelector(selector)),
    enablePrivacyForActionName: true,
    actionNameAttribute: TRACK_ATTRIBUTES.eventName,
    trackUserInteractions: true,
    trackResources: true,
    trackLongTasks: true,
    trackingConsent: "granted",
    trackAnonymousUser: false,
    sessionPersistence: "memory",
    plugins: [redactErrors(filterAddress)],
    beforeSend: (event) => {
      hideActionName(event);
      redactAddresses(event, filterAddress);
      return true;
    },
  };
}

/**
 * Where a request of the client goes.
 * @throws once the visitor has withdrawn their agreement, or a session has begun that is not followed: what the client still has then is
 * not sent, and it has no other way to drop it.
 */
function addressOf(endpoint: string, forwarded: string): string {
  if (!isFollowing)
    throw new Error("Nothing is sent: this session is not in the RUM sample or no longer has consent.");
  const address = new URL(RUM_PATH, endpoint || location.origin);
  address.searchParams.set("ddforward", forwarded);
  return address.href;
}

import { datadogRum, type RumInitConfiguration } from "@datadog/browser-rum-slim";
import { ERROR_REPORT, type RecordingSettings, RUM_PATH, TRACK_ATTRIBUTES } from "@marquee/contract";
import { monitor } from "../browser/monitor.ts";
import { createAddressFilter } from "../privacy/filterAddress.ts";
import { choosePrivacy, hideActionName, redactAddresses, redactErrors } from "./redaction.ts";

export interface Rum {
  /** Assigns everything collected from now on to this analytics session. */
  sessionBegun(sessionId: number): void;
  /** Stops collecting and sending. */
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
  /** ID of the analytics session. The console uses it to find the session's other data. */
  sessionId: number;
}

/** Whether the client may send. Module state, because a document has one client and it cannot be removed. */
let isFollowing = false;

/**
 * Starts Datadog's browser client against our own intake (specification, sections 5 and 9). The client logs configuration errors to the
 * console. Its session lives in memory; it stores only the tab's ID, which `clearRumStorage` deletes. A document has one client: a later
 * start resumes it.
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

/** The sample rate is 100, because sessions are sampled before this code is loaded. */
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
 * The URL that the client sends a request to.
 * @throws {Error} after {@link Rum.stop}: the visitor has withdrawn consent, or the new session is not in the sample. Throwing is the only way
 * to make the client drop data that it has not sent yet.
 */
function addressOf(endpoint: string, forwarded: string): string {
  if (!isFollowing)
    throw new Error("Nothing is sent: this session is not in the RUM sample or no longer has consent.");
  const address = new URL(RUM_PATH, endpoint || location.origin);
  address.searchParams.set("ddforward", forwarded);
  return address.href;
}

import type { SegmentEvent } from "@marquee/contract";
import { reportInternalError } from "../browser/monitor.ts";
import { isSampled } from "../sampling/recordingSettings.ts";
import type { Loader } from "../transport/createLoader.ts";
import { configurationProblem, sessionProblem, supportedOptions } from "./checkConfiguration.ts";
import {
  followRumOptions,
  type RumOptionsOfStart,
  type RumPageOptions,
  rumOptionsOfCalls,
} from "./pageOptions.ts";
import type { Rum, RumOptions } from "./startRum.ts";

/** Session storage key under which Datadog's client stores the tab's ID. */
const TAB_ID = "_dd_tab_id";

/** RUM for the sessions in the sample. */
export interface SampledRum {
  /** Call it with each event before it is sent. An event with a newer session ID starts that session. */
  see(event: SegmentEvent): void;
  stop(): void;
}

export interface FollowOptions extends Omit<RumOptions, "page" | "clientToken"> {
  writeKey: string;
  page?: RumOptionsOfStart | undefined;
  loader: Loader<{ startRum: (options: RumOptions) => Rum }>;
}

/**
 * Decides for each session whether it is in the RUM sample, and loads the client for the first one that is, unless the page blocks it or the
 * configuration is invalid, which is logged once. An empty application ID switches RUM off, which is logged only on pages that set options.
 */
export function syncSessions({ loader, writeKey, page: first, ...options }: FollowOptions): SampledRum {
  const { settings } = options;
  let { sessionId } = options;
  let isOver = false;
  let rum: Rum | undefined;
  const isBlocked = first?.isBlocked ?? (() => false);
  const readPage = () => {
    const { isBlocked: _, ...fromStart } = first ?? {};
    const set: RumPageOptions = { ...fromStart, ...rumOptionsOfCalls() };
    return {
      isSet: Object.keys(set).length > 0,
      options: supportedOptions({ clientToken: writeKey, service: location.hostname, ...set }),
    };
  };
  let page = readPage();
  const said = new Set<string>();
  /** Whether RUM may start with the page's options. */
  const isValid = () => {
    if (!settings.applicationId && !page.isSet) return false;
    const { trackingConsent = "granted", clientToken, service, allowedTracingUrls } = page.options;
    const problem =
      configurationProblem({
        applicationId: settings.applicationId,
        clientToken,
        service,
        trackingConsent,
        allowedTracingUrls,
        sessionSampleRate: settings.monitoringSampleRate,
        sessionReplaySampleRate: settings.monitoringReplaySampleRate,
      }) ?? sessionProblem();
    if (problem && !said.has(problem)) console.error(problem);
    if (problem) said.add(problem);
    return !problem;
  };

  const isTaken = () => isSampled("monitoring", sessionId, settings.monitoringSampleRate);
  const isWanted = () => !isOver && isTaken() && !isBlocked();
  const start = async () => {
    const code = await loader.get();
    const { clientToken = writeKey, ...rest } = page.options;
    if (code && !rum && isWanted()) rum = code.startRum({ ...options, sessionId, clientToken, page: rest });
  };
  const decide = () => {
    if (!isWanted()) {
      rum?.stop();
      rum = undefined;
    } else if (rum) rum.sessionBegun(sessionId);
    else if (isValid()) start().catch(reportInternalError);
  };
  const stopFollowing = followRumOptions(() => {
    page = readPage();
    if (isOver || !isValid()) return;
    if (rum) rum.pageChanged(page.options);
    else decide();
  });
  // Logs problems on pages that set options, whether or not this session is sampled.
  if (page.isSet) isValid();
  decide();
  return {
    see({ context }) {
      const current = Number(context?.sessionId);
      if (isOver || !(current > sessionId)) return;
      sessionId = current;
      decide();
    },
    stop() {
      isOver = true;
      stopFollowing();
      decide();
    },
  };
}

/** Deletes what Datadog's client stores in the browser. Call it when the visitor withdraws consent. */
export function clearRumStorage(): void {
  sessionStorage.removeItem(TAB_ID);
}

import type { RecordingSettings, SegmentEvent } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { reportInternalError } from "../browser/monitor.ts";
import { startHeatmaps } from "../heatmaps/startHeatmaps.ts";
import { startReplay } from "../replay/startReplay.ts";
import type { RumOptionsOfStart } from "../rum/pageOptions.ts";
import { syncSessions } from "../rum/syncSessions.ts";
import { createLoader } from "../transport/createLoader.ts";
import { RULE_MATCHES_KEY } from "../visitor/visitKeys.ts";
import { startBySettings } from "./startBySettings.ts";
import type { PageFeature } from "./trackPage.ts";

export interface SampledFeaturesOptions {
  endpoint?: string;
  writeKey: string;
  store: LocalStore;
  /** Whether consent to C0002 still holds. */
  isAllowed: () => boolean;
  /** The visitor's flag values. */
  flags?: Readonly<Record<string, unknown>>;
  rum?: RumOptionsOfStart | undefined;
}

/**
 * Features that cover only sampled sessions: replay, heatmaps and RUM, each with its own sample rate. Start only with consent.
 * @param visitor a current event, for its IDs and session.
 */
export function startSampledFeatures(options: SampledFeaturesOptions, visitor: SegmentEvent): PageFeature {
  return startBySettings(options, (settings) => startFeatures(settings, options, visitor));
}

function startFeatures(
  settings: RecordingSettings,
  { endpoint = "", writeKey, store, isAllowed, flags = {}, rum: page }: SampledFeaturesOptions,
  visitor: SegmentEvent,
): PageFeature {
  const { anonymousId = "", context } = visitor;
  const sender = { endpoint, writeKey, deviceId: anonymousId, sessionId: Number(context?.sessionId) };
  const replay = startReplay({
    ...sender,
    arrival: visitor,
    settings,
    store,
    isAllowed,
    flags,
    matchesKey: RULE_MATCHES_KEY,
    loader: createLoader(() => import("../replay/startRecording.ts"), reportInternalError),
  });
  const hasHeatmaps = settings.isCaptureEnabled && settings.interactionSampleRate > 0;
  const heatmaps = hasHeatmaps ? startHeatmaps({ ...sender, settings, now: Date.now }) : null;
  const rum = syncSessions({
    ...sender,
    settings,
    page,
    loader: createLoader(() => import("../rum/startRum.ts"), reportInternalError),
  });
  return {
    see(event) {
      replay.see(event);
      heatmaps?.see(event);
      rum.see(event);
    },
    pageShown() {
      replay.pageShown();
      heatmaps?.pageShown();
    },
    stop() {
      replay.stop();
      heatmaps?.stop();
      rum.stop();
    },
  };
}

import type { Milliseconds, RecordingSettings, SegmentEvent } from "@marquee/contract";
import { afterLoad } from "../browser/afterLoad.ts";
import type { LocalStore } from "../browser/localStore.ts";
import { reportInternalError } from "../browser/monitor.ts";
import { startHeatmaps } from "../heatmaps/startHeatmaps.ts";
import { startReplay } from "../replay/startReplay.ts";
import type { RumPageOptions } from "../rum/pageOptions.ts";
import { syncSessions } from "../rum/syncSessions.ts";
import { readRecordingSettings } from "../sampling/recordingSettings.ts";
import { createLoader } from "../transport/createLoader.ts";
import { RULE_MATCHES_KEY } from "../visitor/visitKeys.ts";
import type { PageFeature } from "./trackPage.ts";

export interface SampledFeaturesOptions {
  endpoint?: string;
  writeKey: string;
  store: LocalStore;
  /** Whether consent to C0002 still holds. */
  isAllowed: () => boolean;
  /** The visitor's flag values. */
  flags?: Readonly<Record<string, unknown>>;
  rum?: RumPageOptions;
}

/** Wait after the load event, so that the page comes first. */
const DELAY: Milliseconds = 500;
/** Maximum events held until the recording settings arrive. */
const MAX_HELD = 50;

/**
 * Features that cover only sampled sessions: replay, heatmaps and RUM, each with its own sample rate.
 * Fetches the recording settings after the page has loaded, then starts the features and passes them the events held meanwhile.
 * Start only with consent.
 * @param visitor a current event, for its IDs and session.
 */
export function startSampledFeatures(options: SampledFeaturesOptions, visitor: SegmentEvent): PageFeature {
  const held: SegmentEvent[] = [];
  let running: PageFeature | undefined;
  let isOver = false;

  const start = async () => {
    const settings = await readRecordingSettings(options.endpoint ?? "");
    if (!settings || isOver || !options.isAllowed()) return;
    running = startBySettings(settings, options, visitor);
    for (const event of held.splice(0)) running.see(event);
  };
  const cancel = afterLoad(() => start().catch(reportInternalError), DELAY);
  return {
    see(event) {
      if (running) running.see(event);
      else if (held.length < MAX_HELD) held.push(event);
    },
    pageShown: () => running?.pageShown(),
    stop() {
      isOver = true;
      cancel();
      running?.stop();
    },
  };
}

function startBySettings(
  settings: RecordingSettings,
  { endpoint = "", writeKey, store, isAllowed, flags = {}, rum: page = {} }: SampledFeaturesOptions,
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

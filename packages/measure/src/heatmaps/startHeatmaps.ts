import type { RecordingSettings, SegmentEvent, Timestamp } from "@marquee/contract";
import { onPageHide } from "../browser/listen.ts";
import { monitor } from "../browser/monitor.ts";
import { createAddressFilter } from "../privacy/filterAddress.ts";
import { isSampled } from "../sampling/recordingSettings.ts";
import { readPageVersion } from "../transport/pageVersion.ts";
import { collectInteractions, type InteractionCollector } from "./collectInteractions.ts";
import { createFindBlocked } from "./describeClick.ts";
import { createSendInteractions, startBatchTimer } from "./sendInteractions.ts";

interface HeatmapsOptions {
  settings: Pick<RecordingSettings, "interactionSampleRate" | "addressRules" | "blockSelectors">;
  /** Origin of the server, or the empty string for the page's own. */
  endpoint: string;
  writeKey: string;
  deviceId: string;
  /** ID of the current session. */
  sessionId: number;
  now: () => Timestamp;
}

interface Heatmaps {
  /** Receives each event before it is queued, to follow the session. */
  see(event: SegmentEvent): void;
  /** Call after each client-side page change. */
  pageShown(): void;
  /** Stops and drops unsent records. */
  stop(): void;
}

/** Records clicks and scrolling of sampled sessions for heatmaps (specification, sections 3 and 7). */
export function startHeatmaps({ settings, ...options }: HeatmapsOptions): Heatmaps {
  const { interactionSampleRate } = settings;
  const filterAddress = createAddressFilter(settings.addressRules, () => document.baseURI);
  let { sessionId } = options;
  const collector = collectInteractions({
    filterAddress,
    findBlocked: createFindBlocked(settings.blockSelectors),
    page: () => ({ pageUrl: filterAddress(location.href), path: location.pathname }),
    versionOf: readPageVersion,
    sampledSession: () => (isSampled("interactions", sessionId, interactionSampleRate) ? sessionId : null),
    send: createSendInteractions(options),
    now: options.now,
  });
  const stopSending = sendInBatches(collector);
  return {
    see({ context }) {
      sessionId = Math.max(sessionId, Number(context?.sessionId) || 0);
    },
    pageShown: monitor(collector.pageShown),
    stop() {
      stopSending();
      collector.stop();
    },
  };
}

/** Sends at intervals and when the page hides. @returns the cleanup. */
function sendInBatches(collector: InteractionCollector): () => void {
  const timer = startBatchTimer(monitor(collector.sendJudged));
  const onHide = () => {
    timer.restart();
    collector.sendAll();
  };
  const stopHide = onPageHide(monitor(onHide));
  return () => {
    timer.stop();
    stopHide();
  };
}

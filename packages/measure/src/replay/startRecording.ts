import {
  cutText,
  type MaskingLevel,
  REPLAY_USER_AGENT_LENGTH,
  type RecordingSettings,
  type SegmentMetadata,
} from "@marquee/contract";
import { createUuid } from "../browser/createUuid.ts";
import { reportInternalError } from "../browser/monitor.ts";
import type { FilterAddress } from "../privacy/filterAddress.ts";
import { usableSelectors } from "../sampling/recordingSettings.ts";
import { readPageVersion } from "../transport/pageVersion.ts";
import { createTypedMasking, createUrlMasking } from "./masking/maskTyped.ts";
import type { TypedValues } from "./masking/typedTexts.ts";
import { startRecorder } from "./recorder/startRecorder.ts";
import { startSegments } from "./segments/startSegments.ts";

/** Why a session is recorded. */
export type Admission = Pick<SegmentMetadata, "admission" | "rule">;

/** The running recording of a document. */
export interface Recording {
  /** Adds a custom event for the player's timeline. The payload holds names and IDs, never text that a visitor typed. */
  mark(tag: string, payload: Record<string, unknown>): void;
  /** Emits the recording metadata again. */
  describe(): void;
  /** Starts a new segment after a client-side navigation. */
  pageShown(): void;
  /** Starts a new segment and a new full snapshot for another session, so that it plays without the earlier recording. */
  sessionBegun(admission: Admission): void;
  /** Ends the recording and sends the rest of it. */
  stop(): void;
  /** Ends the recording and deletes all recordings stored in this browser. */
  erase(): Promise<void>;
}

export interface RecordingOptions {
  settings: Pick<RecordingSettings, "privacyLevel" | "blockSelectors">;
  filterAddress: FilterAddress;
  /** Values typed into the document, before and during the recording. */
  entries: Pick<TypedValues, "texts" | "written">;
  admission: Admission;
  endpoint: string;
  writeKey: string;
  deviceId: string;
  sessionId: () => number;
  /** Called if the recording ends on its own: the worker failed or the CPU budget was exceeded. */
  onEnded: () => void;
}

/** Records the document and sends the recording to the server. */
export function startRecording({
  settings,
  filterAddress: filterByRules,
  entries,
  onEnded,
  ...options
}: RecordingOptions): Recording {
  let { admission, ...ids } = options;
  const { level, blockSelectors } = maskingOptions(settings);
  const maskTypedText = createTypedMasking(entries.texts);
  const filterAddress = createUrlMasking({ filterByRules, maskTypedText, origin: location.origin });
  const context = () => ({
    pageUrl: filterAddress(location.href),
    pageVersion: readPageVersion(),
    viewportWidth: innerWidth,
    viewportHeight: innerHeight,
    userAgent: cutText(navigator.userAgent, REPLAY_USER_AGENT_LENGTH),
    privacyLevel: level,
    ...admission,
  });
  const end = (why: string) => {
    console.warn(`[measure] Recording has stopped: ${why}`);
    recorder.mark("stopped", { why });
    recorder.stop();
    segments.stop().catch(reportInternalError);
    onEnded();
  };
  const segments = startSegments({
    ...ids,
    recordingId: createUuid(),
    context,
    onLong: () => recorder.takeFullSnapshot(),
    onFailed: () => end("the worker failed."),
    now: Date.now,
  });
  const start = () =>
    startRecorder({
      level,
      blockSelectors,
      filterAddress,
      maskTypedText,
      written: entries.written,
      add: segments.add,
      onOverBudget: () => end("it exceeded its CPU budget."),
    });
  let recorder = start();
  return {
    mark: (tag, payload) => recorder.mark(tag, payload),
    describe: () => recorder.mark("metadata", context()),
    pageShown() {
      segments.cut("page");
      recorder.mark("page", context());
    },
    sessionBegun(next) {
      admission = next;
      recorder.stop();
      segments.cut("session");
      recorder = start();
    },
    stop() {
      recorder.stop();
      segments.stop().catch(reportInternalError);
    },
    erase() {
      recorder.stop();
      return segments.erase();
    },
  };
}

/** An invalid selector can't block its elements, so all text is masked. */
function maskingOptions({ privacyLevel, blockSelectors }: RecordingOptions["settings"]): {
  level: MaskingLevel;
  blockSelectors: string[];
} {
  const usable = usableSelectors(blockSelectors);
  if (usable.length === blockSelectors.length) return { level: privacyLevel, blockSelectors: usable };
  const wrong = blockSelectors.filter((selector) => !usable.includes(selector));
  reportInternalError(`Not a selector: ${wrong.join(" and ")}. All text is hidden in recordings instead.`);
  return { level: "conservative", blockSelectors: usable };
}

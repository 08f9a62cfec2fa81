import type { ColorScheme, MaskingLevel } from "@marquee/contract";
import type { eventWithTime } from "@rrweb/types";
import { listen } from "../../browser/listen.ts";
import { monitor } from "../../browser/monitor.ts";
import type { FilterAddress } from "../../privacy/filterAddress.ts";
import { createEventMasking } from "../masking/maskEvent.ts";
import type { MaskTyped } from "../masking/maskTyped.ts";
import { createScopes } from "../masking/scopes.ts";
import type { TypedValues } from "../masking/typedTexts.ts";
import { CUSTOM, META } from "../rrwebConstants.ts";
import { createHiddenElements } from "../slicedSnapshot/hiddenElements.ts";
import { observeDocument } from "../slicedSnapshot/observeDocument.ts";
import { record } from "../slicedSnapshot/rrweb.ts";
import { createCpuBudget } from "./cpuBudget.ts";
import { createSnapshotBuffer } from "./snapshotBuffer.ts";
import { whenIdle } from "./whenIdle.ts";

const query = () => matchMedia("(prefers-color-scheme: dark)");

export interface Recorder {
  /** Adds a custom event. Does nothing after stop. */
  mark(tag: string, payload: Record<string, unknown>): void;
  /** Takes another full snapshot when the browser is idle, so that playback can start there. Viewers see it in one step, not in slices. */
  takeFullSnapshot(): void;
  stop(): void;
}

interface RecorderOptions {
  level: MaskingLevel;
  /** Valid selectors only. */
  blockSelectors: readonly string[];
  filterAddress: FilterAddress;
  written: TypedValues["written"];
  maskTypedText: MaskTyped;
  /** Receives each event after masking. */
  add: (event: eventWithTime) => void;
  /** Called once, when recording exceeds its CPU budget. */
  onOverBudget: () => void;
}

/** A selector that matches no element. It makes rrweb's block selector differ from every selector that pages use. */
const NO_ELEMENT = "marquee-hidden";

/** See README.md. */
type RecorderState = "stopped" | "starting" | "running";

/** Starts recording this document as soon as the browser is idle. */
export function startRecorder(options: RecorderOptions): Recorder {
  const { blockSelectors, written, add, onOverBudget } = options;
  let state: RecorderState = "starting";
  let cancelSnapshot = () => {};
  /** Color scheme of the last full snapshot. */
  let recordedScheme: ColorScheme | undefined;
  const buffer = createSnapshotBuffer(add, Date.now);
  const blockSelector = [...blockSelectors, NO_ELEMENT].join();
  const hiddenElements = createHiddenElements(blockSelector);
  const scopes = createScopes(blockSelectors.join() || null, hiddenElements.isHidden, written);
  const mask = createEventMasking({ ...options, scopes, mirror: record.mirror });
  // Runs as its own task, so that the recording does not end while rrweb is working.
  const onExceeded = () => setTimeout(monitor(() => state === "stopped" || onOverBudget()));
  const counted = createCpuBudget({ now: () => performance.now(), onExceeded });
  const emit = monitor((event: eventWithTime) => {
    // rrweb keeps observing shadow trees after it has stopped.
    if (state === "stopped" || !mask(event)) return;
    if (event.type === META) {
      recordedScheme = readColorScheme();
      Object.assign(event.data, { colorScheme: recordedScheme });
    }
    buffer.add(event);
  });
  const run = () => {
    buffer.release();
    state = "running";
    followScheme();
  };
  const takeFullSnapshot = () => {
    cancelSnapshot();
    cancelSnapshot = whenIdle(() => {
      if (state !== "running") return;
      state = "starting";
      buffer.hold();
      if (!observing.takeFullSnapshot()) run();
    });
  };
  // Only one full snapshot runs at a time. `run` checks again when it is done.
  const followScheme = () => {
    if (state === "running" && recordedScheme !== readColorScheme()) takeFullSnapshot();
  };
  const stopFollowing = onColorScheme(followScheme);
  const observing = observeDocument({
    blockSelector,
    hiddenElements,
    // Masking counts toward the budget from the first event on. Otherwise a page that never finishes starting would be recorded at any cost.
    emit: (event) => counted(() => emit(event)),
    // The other costs of a full snapshot are spread over idle time and do not count.
    measured: (run) => (state === "running" ? counted(run) : run()),
    onShown() {
      if (state === "starting") run();
    },
  });
  return {
    mark: (tag, payload) => emit({ type: CUSTOM, data: { tag, payload }, timestamp: Date.now() }),
    takeFullSnapshot,
    stop() {
      state = "stopped";
      stopFollowing();
      cancelSnapshot();
      observing.stop();
    },
  };
}

/** The visitor's system color scheme, which page styles use. */
function readColorScheme(): ColorScheme {
  return query().matches ? "dark" : "light";
}

/** Calls back whenever the system's color scheme changes. @returns the cleanup */
function onColorScheme(onChange: () => void): () => void {
  return listen(query(), "change", monitor(onChange));
}

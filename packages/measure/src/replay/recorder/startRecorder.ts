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
import { createSnapshotBuffer } from "./holdPicture.ts";
import { whenIdle } from "./whenIdle.ts";

const query = () => matchMedia("(prefers-color-scheme: dark)");

export interface Recorder {
  /** Adds an event of ours; nothing once it has stopped. */
  mark(tag: string, payload: Record<string, unknown>): void;
  /** Describes the document once more, so that it can be watched from there; soon, and at once to whoever watches. */
  takeWhole(): void;
  stop(): void;
}

interface RecorderOptions {
  level: MaskingLevel;
  /** Selectors, each valid. */
  blockSelectors: readonly string[];
  filterAddress: FilterAddress;
  written: TypedValues["written"];
  hideTyped: MaskTyped;
  /** Takes each event, masked. */
  add: (event: eventWithTime) => void;
  /** Called once, when recording costs the page more than it may. */
  onOverBudget: () => void;
}

/** No element of any page; keeps rrweb's selector apart from all that pages ask for. */
const OURS = "marquee-hidden";

/** See README.md. */
type RecorderState = "stopped" | "starting" | "running";

/** Records this document, as soon as the browser is idle. */
export function startRecorder(options: RecorderOptions): Recorder {
  const { blockSelectors, written, add, onOverBudget } = options;
  let state: RecorderState = "starting";
  let cancelWhole = () => {};
  /** Of the last picture. */
  let told: ColorScheme | undefined;
  const holding = createSnapshotBuffer(add, Date.now);
  const blockSelector = [...blockSelectors, OURS].join();
  const hiddenElements = createHiddenElements(blockSelector);
  const scopes = createScopes(blockSelectors.join() || null, hiddenElements.isHidden, written);
  const mask = createEventMasking({ ...options, scopes, mirror: record.mirror });
  // Work that ends the recording is not within rrweb's any more.
  const onExceeded = () => setTimeout(monitor(() => state === "stopped" || onOverBudget()));
  const counted = createCpuBudget({ now: () => performance.now(), onExceeded });
  const emit = monitor((event: eventWithTime) => {
    // rrweb goes on observing shadow trees when it has stopped.
    if (state === "stopped" || !mask(event)) return;
    if (event.type === META) {
      told = readColorScheme();
      Object.assign(event.data, { colorScheme: told });
    }
    holding.add(event);
  });
  const run = () => {
    holding.release();
    state = "running";
    followScheme();
  };
  const takeWhole = () => {
    cancelWhole();
    cancelWhole = whenIdle(() => {
      if (state !== "running") return;
      state = "starting";
      holding.hold();
      if (!observing.takeWhole()) run();
    });
  };
  // While a picture is taken there cannot be another; it follows once that is done.
  const followScheme = () => {
    if (state === "running" && told !== readColorScheme()) takeWhole();
  };
  const stopFollowing = onColorScheme(followScheme);
  const observing = observeDocument({
    blockSelector,
    hiddenElements,
    // Masking counts from the first event on, else a page that is never done with starting would be recorded at any cost.
    emit: (event) => counted(() => emit(event)),
    // What else a whole picture costs is spread over idle moments, and no reason to end it.
    measured: (run) => (state === "running" ? counted(run) : run()),
    onShown() {
      if (state === "starting") run();
    },
  });
  return {
    mark: (tag, payload) => emit({ type: CUSTOM, data: { tag, payload }, timestamp: Date.now() }),
    takeWhole,
    stop() {
      state = "stopped";
      stopFollowing();
      cancelWhole();
      observing.stop();
    },
  };
}

/** The visitor's system color scheme, which page styles use. */
function readColorScheme(): ColorScheme {
  return query().matches ? "dark" : "light";
}

/** Calls back whenever the system prefers another. @returns a function that ends it. */
function onColorScheme(onChange: () => void): () => void {
  return listen(query(), "change", monitor(onChange));
}

import type { eventWithTime, IMirror, scrollData } from "@rrweb/types";
import { monitor, reportInternalError } from "../../browser/monitor.ts";
import { maskTypedValue } from "../masking/maskText.ts";
import type { Measured } from "../recorder/cpuBudget.ts";
import { followTopLayer } from "../recorder/topLayer.ts";
import { whenIdle } from "../recorder/whenIdle.ts";
import { INCREMENTAL_SNAPSHOT, SCROLL } from "../rrwebConstants.ts";
import { type HiddenElements, type SlicedSnapshot, startSlicedSnapshot } from "./hiddenElements.ts";
import { record } from "./rrweb.ts";
import { startPatched, withPatches } from "./rrwebPatches.ts";
import { addedElements, sliceTree } from "./slices.ts";

interface ObserveOptions {
  /** Matches blocked elements and, through {@link HiddenElements}, hidden ones. */
  blockSelector: string;
  hiddenElements: HiddenElements;
  /** Receives everything from rrweb. Only inputs are masked here. */
  emit: (event: eventWithTime) => void;
  /** Runs a piece of rrweb's work. */
  measured: Measured;
  /** Called whenever a full snapshot is complete: all slices and scroll positions have been emitted. */
  onShown: () => void;
}

/** A running rrweb recorder. */
export interface Observing {
  /**
   * Takes another full snapshot, slice by slice.
   * @returns whether it starts; false while slices are waiting, or before rrweb has started
   */
  takeFullSnapshot(): boolean;
  stop(): void;
}

/** Number of elements whose scroll position is read in one task. */
const ASKED_AT_ONCE = 500;
/** rrweb's setting that leaves out everything a replay does not need. */
const LEFT_OUT = "all";
/** Milliseconds between two positions, or two scroll events, of the same kind. */
const SAMPLING = { mousemove: 50, scroll: 100, media: 500 };

/** Starts rrweb as soon as the browser is idle. It records the document's outline first, then slice by slice. */
export function observeDocument(options: ObserveOptions): Observing {
  const { blockSelector, hiddenElements, emit, measured, onShown } = options;
  const slices = hideDocument(hiddenElements);
  let stopRrweb: (() => void) | undefined;
  let revealing: SlicedSnapshot | undefined;
  let cancelAsking = () => {};
  const topLayer = followTopLayer({ idOf: (node) => record.mirror.getId(node), emit, now: Date.now });

  const start = () => {
    stopRrweb = record({
      emit,
      blockSelector,
      errorHandler,
      maskInputFn: maskTypedValue,
      maskAllInputs: true,
      slimDOMOptions: LEFT_OUT,
      sampling: SAMPLING,
    });
  };
  const onMutations = (records: readonly MutationRecord[], runOriginal: () => void) => {
    revealing?.add(cutAdded(records));
    // Patch only while slices are waiting: changing a prototype slows down all code that uses it.
    measured(() => (revealing?.isBusy() ? withPatches(hiddenElements.isHidden, runOriginal) : runOriginal()));
  };
  // Reads scroll positions last, because reading them makes the browser lay out the page.
  const onDone = () => {
    const elements = [...document.body.querySelectorAll("*")];
    const describeSome = () => {
      const some = elements.splice(0, ASKED_AT_ONCE);
      measured(() => describeScrolling(some, record.mirror, Date.now()).forEach(emit));
      if (elements.length > 0) cancelAsking = whenIdle(describeSome);
      else {
        measured(topLayer.describe);
        onShown();
      }
    };
    cancelAsking();
    cancelAsking = whenIdle(describeSome);
  };
  const startNow = monitor(() => {
    const tellRrweb = withPatches(hiddenElements.isHidden, () => startPatched({ start, onMutations }));
    if (!tellRrweb) throw new Error("rrweb did not start.");
    const tell: typeof tellRrweb = (records) =>
      measured(() => withPatches(hiddenElements.isHidden, () => tellRrweb(records)));
    revealing = startSlicedSnapshot({ hiddenElements, tell, onDone });
    revealing.add(slices);
  });
  const cancelStart = whenIdle(startNow);
  return {
    takeFullSnapshot() {
      if (!revealing || revealing.isBusy()) return false;
      const again = hideDocument(hiddenElements);
      const take = () => record.takeFullSnapshot(true);
      withPatches(hiddenElements.isHidden, () => startPatched({ start: take, onMutations }));
      revealing.add(again);
      return true;
    },
    stop() {
      cancelStart();
      topLayer.stop();
      cancelAsking();
      revealing?.stop();
      stopRrweb?.();
    },
  };
}

/** Hides everything inside `head` and `body`. @returns it, cut into slices */
function hideDocument(hiddenElements: HiddenElements): Element[][] {
  const slices = [...document.documentElement.children].flatMap((part) => sliceTree(part));
  hiddenElements.hide(slices.flat());
  return slices;
}

/** Slices of the added elements; empty if they fit into one slice. */
function cutAdded(records: readonly MutationRecord[]): Element[][] {
  const slices = sliceTree({ children: addedElements(records) });
  return slices.length > 1 ? slices : [];
}

function errorHandler(error: unknown): true {
  reportInternalError(error);
  return true;
}

/**
 * Scroll events for the elements that are scrolled. Skips elements that `content-visibility` leaves without layout: the visitor has not seen
 * them, and reading their position would lay them out.
 */
function describeScrolling(
  elements: readonly Element[],
  mirror: Pick<IMirror<Node>, "getId">,
  timestamp: number,
): eventWithTime[] {
  return elements.filter(isLaidOut).flatMap((element) => {
    const { scrollLeft: x, scrollTop: y } = element;
    if (x === 0 && y === 0) return [];
    const data: scrollData = { source: SCROLL, id: mirror.getId(element), x, y };
    return [{ type: INCREMENTAL_SNAPSHOT, data, timestamp }];
  });
}

function isLaidOut(element: Element): boolean {
  if (element.checkVisibility?.({ contentVisibilityAuto: true }) === false) return false;
  return getComputedStyle(element).contentVisibility !== "auto";
}

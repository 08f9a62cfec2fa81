import { whenIdle } from "../recorder/whenIdle.ts";
import type { ReportMutations } from "./rrwebPatches.ts";

/** Elements that are hidden from rrweb until their slice is recorded. */
export interface HiddenElements {
  hide(elements: readonly Element[]): void;
  /** Makes the element visible to rrweb. Does not report it. */
  reveal(element: Element): void;
  isHidden(element: Element): boolean;
}

/**
 * rrweb tests each element against the block selector; for hidden elements, the result for exactly this
 * selector is true. The page can't notice: no attribute changes, and other selectors are unaffected.
 * @param blockSelector the selector that rrweb was given; it differs from any selector of the page
 */
export function createHiddenElements(blockSelector: string): HiddenElements {
  const hidden = new WeakSet<Element>();
  return {
    hide(elements) {
      for (const element of elements) {
        hidden.add(element);
        const matches = (selector: string) =>
          selector === blockSelector || Element.prototype.matches.call(element, selector);
        Object.defineProperty(element, "matches", { value: matches, configurable: true, writable: true });
      }
    },
    reveal(element) {
      if (hidden.delete(element)) Reflect.deleteProperty(element, "matches");
    },
    isHidden: (element) => hidden.has(element),
  };
}

export interface SlicedSnapshot {
  /** Hides the elements of the slices, and reveals them slice by slice. */
  add(slices: readonly (readonly Element[])[]): void;
  /** Whether slices are still waiting. */
  isBusy(): boolean;
  /** Stops. Slices that are still waiting are never reported to rrweb. */
  stop(): void;
}

interface SlicedSnapshotOptions {
  hiddenElements: HiddenElements;
  tell: ReportMutations;
  /** Called whenever the last waiting slice has been reported. */
  onDone: () => void;
}

/** Reveals one slice after the other to rrweb when the browser is idle. */
export function startSlicedSnapshot({ hiddenElements, tell, onDone }: SlicedSnapshotOptions): SlicedSnapshot {
  const waiting: (readonly Element[])[] = [];
  let cancel: (() => void) | undefined;

  const revealNext = () => {
    const slice = waiting.shift() ?? [];
    for (const element of slice) hiddenElements.reveal(element);
    const here = slice.filter((element) => element.isConnected);
    tell([...here.map(removalRecord), ...here.map(additionRecord)]);
  };
  const revealSome = (hasTime: () => boolean) => {
    do revealNext();
    while (waiting.length > 0 && hasTime());
    cancel = waiting.length > 0 ? whenIdle(revealSome) : undefined;
    if (!cancel) onDone();
  };
  return {
    add(slices) {
      waiting.push(...slices);
      hiddenElements.hide(slices.flat());
      if (waiting.length > 0) cancel ??= whenIdle(revealSome);
    },
    isBusy: () => waiting.length > 0,
    stop() {
      cancel?.();
      for (const element of waiting.splice(0).flat()) hiddenElements.reveal(element);
    },
  };
}

// rrweb treats an element that is removed and added again as moved, and serializes it and its descendants again.
const removalRecord = (element: Element) => describe(element, { removedNodes: [element] });
const additionRecord = (element: Element) => describe(element, { addedNodes: [element] });

/** A mutation record with arrays for node lists: rrweb only calls their `forEach`. */
function describe(
  { parentNode }: Element,
  { addedNodes = [], removedNodes = [] }: { addedNodes?: Node[]; removedNodes?: Node[] },
): Partial<MutationRecord> {
  return { type: "childList", target: parentNode, addedNodes, removedNodes } as unknown as MutationRecord;
}

import { whenIdle } from "../recorder/whenIdle.ts";
import type { ReportMutations } from "./rrwebPatches.ts";

/** Hides elements from rrweb until it is their turn. */
export interface HiddenElements {
  hide(elements: readonly Element[]): void;
  /** From now on rrweb finds the element, where it comes across it. */
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
  /** Hides what the slices hold, until it is their turn. */
  add(slices: readonly (readonly Element[])[]): void;
  /** Whether something is hidden still. */
  isBusy(): boolean;
  /** Ends this; what rrweb has not learnt of by then, it does not learn of. */
  stop(): void;
}

interface SlicedSnapshotOptions {
  hiddenElements: HiddenElements;
  tell: ReportMutations;
  /** Called whenever there is nothing left to show. */
  onDone: () => void;
}

/** Shows rrweb one slice after the other, when the browser is idle. */
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

// rrweb takes an element that goes and comes for one that has moved, and describes it and all within it anew.
const removalRecord = (element: Element) => describe(element, { removedNodes: [element] });
const additionRecord = (element: Element) => describe(element, { addedNodes: [element] });

/** rrweb does not ask more of lists of nodes than `forEach`. */
function describe(
  { parentNode }: Element,
  { addedNodes = [], removedNodes = [] }: { addedNodes?: Node[]; removedNodes?: Node[] },
): Partial<MutationRecord> {
  return { type: "childList", target: parentNode, addedNodes, removedNodes } as unknown as MutationRecord;
}

import { whenIdle } from "../recorder/whenIdle.ts";
import type { HiddenElements } from "./hiddenElements.ts";
import type { TellMutations } from "./rrwebPatches.ts";

export interface Revealing {
  /** Hides what the slices hold, until it is their turn. */
  add(slices: readonly (readonly Element[])[]): void;
  /** Whether something is hidden still. */
  isBusy(): boolean;
  /** Ends this; what rrweb has not learnt of by then, it does not learn of. */
  stop(): void;
}

interface RevealingOptions {
  hiddenElements: HiddenElements;
  tell: TellMutations;
  /** Called whenever there is nothing left to show. */
  onDone: () => void;
}

/** Shows rrweb one slice after the other, when the browser is idle. */
export function startRevealing({ hiddenElements, tell, onDone }: RevealingOptions): Revealing {
  const waiting: (readonly Element[])[] = [];
  let cancel: (() => void) | undefined;

  const revealNext = () => {
    const slice = waiting.shift() ?? [];
    for (const element of slice) hiddenElements.reveal(element);
    const here = slice.filter((element) => element.isConnected);
    tell([...here.map(describeRemoval), ...here.map(describeAddition)]);
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
const describeRemoval = (element: Element) => describe(element, { removedNodes: [element] });
const describeAddition = (element: Element) => describe(element, { addedNodes: [element] });

/** rrweb does not ask more of lists of nodes than `forEach`. */
function describe(
  { parentNode }: Element,
  { addedNodes = [], removedNodes = [] }: { addedNodes?: Node[]; removedNodes?: Node[] },
): Partial<MutationRecord> {
  return { type: "childList", target: parentNode, addedNodes, removedNodes } as unknown as MutationRecord;
}

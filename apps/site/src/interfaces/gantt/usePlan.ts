import { useState } from "react";
import { advance, redo, startHistory, undo } from "../history.ts";
import { useSamples } from "../useSamples.ts";
import type { Plan } from "./ganttState.ts";
import { useGanttWords } from "./ganttWords.ts";

/** A plan with its undo history, and the draft shown during a drag. */
export interface EditablePlan {
  /** The displayed plan: the draft if there is one, else the settled plan. */
  plan: Plan;
  /** The plan without the draft. */
  settled: Plan;
  /** Description of the last change, for screen readers; empty initially. */
  said: string;
  canUndo: boolean;
  canRedo: boolean;
  isInitial: boolean;
  /** Shows a draft without saving it; null returns to the settled plan. */
  preview: (draft: Plan | null) => void;
  /** Saves a plan in which one task was changed, as one step of the history. */
  keep: (next: Plan, changedId: string) => void;
  cancel: () => void;
  undo: () => void;
  redo: () => void;
  reset: () => void;
}

export function usePlan(initial: Plan): EditablePlan {
  const { changes } = useSamples();
  const { changeText } = useGanttWords();
  const [history, setHistory] = useState(() => startHistory(initial));
  const [draft, setDraft] = useState<Plan | null>(null);
  const [said, setSaid] = useState("");
  const settled = history.present;
  const go = (next: typeof history, words: string) => {
    setDraft(null);
    setHistory(next);
    setSaid(words);
  };
  return {
    plan: draft ?? settled,
    settled,
    said,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    isInitial: settled === initial,
    preview: setDraft,
    keep: (next, id) => go(advance(history, next), changeText(settled, next, id)),
    cancel: () => go(history, changes.canceled),
    undo: () => go(undo(history), changes.undone),
    redo: () => go(redo(history), changes.redone),
    reset: () => go(advance(history, initial), changes.reset),
  };
}

/** Undo history: present state, past states (latest last) and undone states (next to redo first). */
export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
}

/** Maximum number of undo steps; older ones are dropped. */
const MAX_STEPS = 50;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [] };
}

/** Moves to `next` and clears the redo stack. Returns the same history if `next` is the present state. */
export function advance<State>(history: History<State>, next: State): History<State> {
  if (next === history.present) return history;
  return { past: [...history.past, history.present].slice(-MAX_STEPS), present: next, future: [] };
}

/** Undoes one step. Returns the same history if there is nothing to undo. */
export function undo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), present: past.at(-1) as State, future: [present, ...future] };
}

/** Redoes one step. Returns the same history if there is nothing to redo. */
export function redo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, present], present: future[0] as State, future: future.slice(1) };
}

/** Present state, past states (latest last) and undone states (latest first). */
export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
}

/** Steps that can be taken back; older ones are forgotten. */
const MAX_STEPS = 50;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [] };
}

/** Moves to `next` and clears the redo stack. The same state again is not a step. */
export function advance<State>(history: History<State>, next: State): History<State> {
  if (next === history.present) return history;
  return { past: [...history.past, history.present].slice(-MAX_STEPS), present: next, future: [] };
}

/** One step back, or the same history at its beginning. */
export function undo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), present: past.at(-1) as State, future: [present, ...future] };
}

/** One step forward again, or the same history at its end. */
export function redo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, present], present: future[0] as State, future: future.slice(1) };
}

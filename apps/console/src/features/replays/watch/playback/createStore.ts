/** A state that is updated by partial changes, with subscribers. */
export interface Store<State> {
  state(): State;
  set(change: Partial<State>): void;
  /**
   * Calls `onChange` after each update.
   * @returns a function that unsubscribes.
   */
  subscribe(onChange: () => void): () => void;
}

export function createStore<State>(first: State): Store<State> {
  const listeners = new Set<() => void>();
  let state = first;
  return {
    state: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

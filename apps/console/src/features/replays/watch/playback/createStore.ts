/** A value that is changed part by part, and whoever follows it. */
export interface Store<State> {
  state(): State;
  set(change: Partial<State>): void;
  /** @returns a function that ends it. */
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

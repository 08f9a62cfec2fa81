import { useSyncExternalStore } from "react";

export interface Store<State extends object> {
  /** The state that the server renders with, and the browser while it hydrates. */
  initial: State;
  get(): State;
  /** Replaces members of the state and notifies every listener. */
  set(change: Partial<State>): void;
  /** @returns the unsubscription. */
  subscribe(listener: () => void): () => void;
}

/** State outside React, which lives as long as the document. */
export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @param select must return the same value for the same state: a member, not a new object. */
export function useStore<State extends object, Value>(
  { subscribe, get, initial }: Store<State>,
  select: (state: State) => Value,
): Value {
  return useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => select(initial),
  );
}

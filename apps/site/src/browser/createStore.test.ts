import { expect, test, vi } from "vitest";
import { createStore } from "./createStore.ts";

test("a change replaces only its members and notifies every listener", () => {
  const store = createStore({ count: 0, name: "a" });
  const listeners = [vi.fn(() => store.get()), vi.fn()];
  for (const listener of listeners) store.subscribe(listener);
  store.set({ count: 1 });
  expect(store.get()).toEqual({ count: 1, name: "a" });
  expect(listeners[0]).toHaveReturnedWith({ count: 1, name: "a" });
  expect(listeners[1]).toHaveBeenCalledOnce();
});

test("the state keeps its identity until it changes, and the initial one stays as it was", () => {
  const initial = { count: 0 };
  const store = createStore(initial);
  expect(store.get()).toBe(initial);
  store.set({ count: 1 });
  expect(store.get()).toBe(store.get());
  expect(store.initial).toEqual({ count: 0 });
});

test("an unsubscribed listener is no longer called", () => {
  const store = createStore({ count: 0 });
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  unsubscribe();
  store.set({ count: 1 });
  expect(listener).not.toHaveBeenCalled();
});

import { useSyncExternalStore } from "react";

const KEY = "marquee_console_single_keys";
const OFF = "off";
const listeners = new Set<() => void>();

/** Whether letters and signs without modifier keys are shortcuts in this browser. They are, unless someone turned them off (WCAG 2.2, 2.1.4). */
export function hasSingleKeys(): boolean {
  return localStorage.getItem(KEY) !== OFF;
}

function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, OFF);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Changes from another tab.
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** Whether shortcuts without modifier keys are on, and a function that changes it. */
export function useSingleKeys(): [isOn: boolean, change: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, hasSingleKeys), setSingleKeys];
}

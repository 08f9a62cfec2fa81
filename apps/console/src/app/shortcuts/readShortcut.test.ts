import { describe, expect, it } from "vitest";
import { SCREENS } from "../screens.ts";
import { createShortcutReader, type KeyPress } from "./readShortcut.ts";

const KEY: KeyPress = {
  key: "",
  code: "",
  timeStamp: 0,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
};
const FREE = { isTyping: false, hasSingleKeys: true };
const SEARCH = { kind: "search" };
const LEADS = { kind: "screen", path: "/leads" };

/** What the last of these keys does when they are pressed one after the other. */
function press(keys: readonly Partial<KeyPress>[], situation = FREE, isApple = false) {
  const read = createShortcutReader(isApple);
  return keys.map((key) => read({ ...KEY, ...key }, situation)).at(-1);
}

describe("shortcuts", () => {
  it("opens the search with ⌘K on Apple devices and Ctrl+K elsewhere, even while someone types", () => {
    const typing = { isTyping: true, hasSingleKeys: false };
    expect(press([{ key: "k", ctrlKey: true }], typing)).toEqual(SEARCH);
    expect(press([{ key: "K", metaKey: true }], typing, true)).toEqual(SEARCH);
    expect(press([{ key: "k", metaKey: true }])).toBeNull();
    expect(press([{ key: "k", ctrlKey: true }], FREE, true)).toBeNull();
    for (const modifier of ["altKey", "shiftKey", "metaKey"])
      expect(press([{ key: "k", ctrlKey: true, [modifier]: true }]), modifier).toBeNull();
    expect(press([{ key: "л", code: "KeyK", ctrlKey: true }]), "a Russian keyboard").toEqual(SEARCH);
  });

  it("opens a screen with g and its letter, within the time limit and without modifiers", () => {
    const first = { key: "g", timeStamp: 1000 };
    expect(press([first, { key: "l", timeStamp: 2400 }])).toEqual(LEADS);
    expect(press([first, { key: "l", timeStamp: 2600 }])).toBeNull();
    expect(press([{ key: "l" }])).toBeNull();
    expect(press([first, { key: "z", timeStamp: 1100 }, { key: "l", timeStamp: 1200 }])).toBeNull();
    expect(press([first, { key: "l", timeStamp: 1100, ctrlKey: true }])).toBeNull();
    expect(press([first, { key: "L", timeStamp: 1100, shiftKey: true }])).toBeNull();
    expect(press([first, first, { key: "l", timeStamp: 1100 }]), "g twice").toEqual(LEADS);
  });

  it("lists shortcuts with the question mark, on any keyboard layout", () => {
    expect(
      press([
        { key: "Shift", shiftKey: true },
        { key: "?", shiftKey: true },
      ]),
    ).toEqual({ kind: "shortcuts" });
    expect(press([{ key: "?" }])).toEqual({ kind: "shortcuts" });
  });

  it("does nothing without modifiers while someone types, or if such shortcuts are off", () => {
    for (const situation of [
      { isTyping: true, hasSingleKeys: true },
      { isTyping: false, hasSingleKeys: false },
    ]) {
      expect(press([{ key: "?", shiftKey: true }], situation)).toBeNull();
      expect(press([{ key: "g" }, { key: "l" }], situation)).toBeNull();
    }
  });

  it("uses each letter once, and only for screens in the navigation", () => {
    const lettered = SCREENS.filter(({ letter }) => letter !== undefined);
    expect(new Set(lettered.map(({ letter }) => letter)).size).toBe(lettered.length);
    expect(lettered.filter(({ group, letter }) => group === undefined || letter === "g")).toEqual([]);
  });
});

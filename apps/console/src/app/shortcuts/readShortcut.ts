import { ONE_SECOND } from "@marquee/contract";
import { SCREENS } from "../screens.ts";

/** What a shortcut does: opens the search, the list of shortcuts, or a screen. */
export type Shortcut = { kind: "search" } | { kind: "shortcuts" } | { kind: "screen"; path: string };

/** A key press, with the conditions that decide whether it is a shortcut. */
export interface KeyPress {
  /** `KeyboardEvent.key` and `KeyboardEvent.code`. */
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** Milliseconds. */
  timeStamp: number;
}

interface Situation {
  /** Whether the focus is where letters are typed. */
  isTyping: boolean;
  /** Whether shortcuts without modifier keys are on (WCAG 2.2, 2.1.4). */
  hasSingleKeys: boolean;
}

/** First key of the shortcuts that open screens. */
const GO = "g";
/** How long the second key may take. */
const PAUSE = 1.5 * ONE_SECOND;

/** Whether this is an Apple device, where ⌘ takes the place of Ctrl. */
export const IS_APPLE = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? "");
/** The keys that open the search, as text and for `aria-keyshortcuts`. */
export const SEARCH_KEYS = IS_APPLE ? ["⌘", "K"] : ["Ctrl", "K"];
export const SEARCH_ARIA_KEYS = IS_APPLE ? "Meta+K" : "Control+K";

/**
 * Reads shortcuts from key presses, one after the other:
 *
 *     idle ──g──▶ waiting ──letter of a screen, in time──▶ that screen
 *       ▲            └──any other key, or too late───▶ idle
 *
 * @returns a function that takes the next key press and returns its shortcut, or null.
 */
export function createShortcutReader(isApple = IS_APPLE) {
  let goAt = Number.NEGATIVE_INFINITY;
  return (press: KeyPress, { isTyping, hasSingleKeys }: Situation): Shortcut | null => {
    const key = letterOf(press);
    // A modifier's own key press comes first, such as Shift before "?".
    if (["shift", "control", "meta", "alt"].includes(key)) return null;
    const isSecond = press.timeStamp - goAt <= PAUSE;
    goAt = Number.NEGATIVE_INFINITY;
    const { ctrlKey, metaKey, altKey, shiftKey } = press;
    const hasCommand = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    if (hasCommand && key === "k" && !altKey && !shiftKey) return { kind: "search" };
    if (isTyping || !hasSingleKeys || ctrlKey || metaKey || altKey) return null;
    if (key === "?") return { kind: "shortcuts" };
    if (shiftKey) return null;
    const screen = isSecond ? SCREENS.find(({ letter }) => letter === key) : undefined;
    if (screen) return { kind: "screen", path: screen.path };
    if (key === GO) goAt = press.timeStamp;
    return null;
  };
}

/** The key in lower case. For non-Latin scripts, the letter at the same position on an English keyboard. */
function letterOf({ key, code }: KeyPress): string {
  const isForeign = key.length === 1 && key > "\u007f" && code.startsWith("Key");
  return (isForeign ? code.slice("Key".length) : key).toLowerCase();
}

/** The keys that open a screen, as text; none if it has no shortcut. */
export function screenKeys({ letter }: { letter?: string | undefined }): string[] {
  return letter === undefined ? [] : [GO.toUpperCase(), letter.toUpperCase()];
}

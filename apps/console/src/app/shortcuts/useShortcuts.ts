import { useEffect, useRef } from "react";
import { useSingleKeys } from "../../shared/ui/singleKeys.ts";
import { createShortcutReader, type Shortcut } from "./readShortcut.ts";

/** Elements in which a key press types or selects something. */
const TYPING =
  "textarea, select, [contenteditable]:not([contenteditable=false]), input:not([type=checkbox], [type=radio], [type=button])";

/**
 * Calls back for each shortcut that is pressed, wherever the focus is. An open modal dialog receives all keys instead.
 * @param onShortcut returns whether it did something; otherwise the key has its default effect.
 */
export function useShortcuts(onShortcut: (shortcut: Shortcut) => boolean): void {
  const [hasSingleKeys] = useSingleKeys();
  const latest = useRef(onShortcut);
  latest.current = onShortcut;
  useEffect(() => {
    const read = createShortcutReader();
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.repeat) return;
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      const shortcut = read(event, { isTyping: isTyping || isModal(), hasSingleKeys });
      if (!shortcut || !latest.current(shortcut)) return;
      event.preventDefault();
      // The second key of a shortcut may also be a shortcut of the screen, such as the replay player's.
      event.stopImmediatePropagation();
    };
    // Runs before the listeners of screens.
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  }, [hasSingleKeys]);
}

/** Whether a modal dialog is shown. */
export function isModal(): boolean {
  return document.querySelector("dialog:modal") !== null;
}

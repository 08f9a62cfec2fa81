import { type RefObject, useEffect, useRef } from "react";

/**
 * Gives focus to what replaces the control that was just pressed: the chosen or first answer inside it, or else itself. So the keyboard
 * goes on from there, and a screen reader reads it. Where the dialog has only opened, focus is on its title and stays there.
 */
export function useFocusOnStep<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    const element = target.current;
    if (!element || document.activeElement !== document.body) return;
    const answer = element.querySelector<HTMLElement>("input:checked") ?? element.querySelector("input");
    (answer ?? element).focus({ preventScroll: true });
  }, []);
  return target;
}

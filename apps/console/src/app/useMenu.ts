import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

interface MenuState {
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
  /** The button that opens it, which gets the focus back after Escape. */
  button: RefObject<HTMLButtonElement | null>;
}

/** A menu that Escape closes. */
export function useMenu(): MenuState {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [isOpen]);

  const toggle = useCallback(() => setOpen((open) => !open), []);
  const close = useCallback(() => setOpen(false), []);
  return { isOpen, toggle, close, button };
}

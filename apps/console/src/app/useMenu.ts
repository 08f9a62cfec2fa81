import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";

interface MenuState {
  isOpen: boolean;
  toggle: () => void;
  /** The button that opens it, which gets the focus back after Escape. */
  button: RefObject<HTMLButtonElement | null>;
}

/** A menu that closes once it led somewhere, and on Escape. */
export function useMenu(): MenuState {
  const [location] = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = openAt === location;

  useEffect(() => {
    if (!isOpen) return;
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpenAt(null);
      button.current?.focus();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [isOpen]);

  return { isOpen, toggle: () => setOpenAt(isOpen ? null : location), button };
}

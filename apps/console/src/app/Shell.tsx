import { SkipLink } from "@marquee/ui";
import clsx from "clsx";
import { Menu, X } from "lucide-react";
import { type ReactNode, type Ref, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Account } from "../shared/ui/screen.tsx";

import { AccountMenu, Navigation } from "./Navigation.tsx";

interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>;
  isOpen: boolean;
  /** ID of the element that the button opens. */
  controls: string;
  onClick: () => void;
}

interface MenuState {
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
  /** The button that opens the menu. It gets the focus back after Escape. */
  button: RefObject<HTMLButtonElement | null>;
}

interface ShellProps {
  account: Account;
  onSignOut: () => void;
  children: ReactNode;
}

const MENU_ID = "menu";

/** The frame around every screen: navigation at the side, or behind a menu button on phones. */
export function Shell({ account, onSignOut, children }: ShellProps) {
  const { isOpen, toggle, close, button } = useMenu();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13rem_1fr]">
      <SkipLink target="screen" label="Skip to content" />
      <header className="sticky top-0 z-20 border-hairline border-b bg-background px-3 py-2 md:flex md:h-dvh md:flex-col md:border-r md:border-b-0 md:py-5">
        <div className="flex items-center justify-between">
          <p className="px-2.5 font-display font-semibold text-lead md:mb-5">Console</p>
          <MenuButton ref={button} isOpen={isOpen} controls={MENU_ID} onClick={toggle} />
        </div>
        <div
          id={MENU_ID}
          className={clsx("gap-4 max-md:pt-3 max-md:pb-2 md:flex md:min-h-0 md:flex-1 md:flex-col", {
            "grid max-h-[calc(100dvh-4rem)] scroll-py-2 overflow-y-auto max-md:-mx-1 max-md:px-1 md:max-h-none md:overflow-visible":
              isOpen,
            "max-md:hidden": !isOpen,
          })}
        >
          <Navigation onFollow={close} />
          <AccountMenu email={account.email} onFollow={close} onSignOut={onSignOut} />
        </div>
      </header>
      <main id="screen" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none md:px-8">
        {children}
      </main>
    </div>
  );
}

/** State of the menu. Escape closes it. */
function useMenu(): MenuState {
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

function MenuButton({ ref, isOpen, controls, onClick }: MenuButtonProps) {
  const Icon = isOpen ? X : Menu;
  return (
    <button
      ref={ref}
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onClick}
      className="flex h-11 items-center gap-2 rounded-sm px-2.5 font-medium hover:bg-surface-sunken md:hidden"
    >
      <Icon aria-hidden="true" className="size-4" />
      Menu
    </button>
  );
}

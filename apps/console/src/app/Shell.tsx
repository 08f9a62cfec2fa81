import { BrandSign, SkipLink } from "@marquee/ui";
import clsx from "clsx";
import { ExternalLink, Keyboard, LogOut, Menu, Search, X } from "lucide-react";
import {
  lazy,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useLocation } from "wouter";
import brand from "../../../../content/brand.json";
import { siteUrl } from "../shared/api/siteUrl.ts";
import { mayLeaveScreen } from "../shared/draft/useUnsavedGuard.ts";
import type { Account } from "../shared/ui/screen.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { DiskBanner } from "./DiskBanner.tsx";
import { Navigation } from "./Navigation.tsx";
import { PowerBanner } from "./PowerBanner.tsx";
import { ProofDialog } from "./ProofDialog.tsx";
import type { PaletteEntry } from "./palette/paletteEntries.ts";
import { useRecentScreens } from "./recentScreens.ts";
import { ScreenArrival } from "./ScreenArrival.tsx";
import { ScreenBoundary } from "./ScreenBoundary.tsx";
import { Keys } from "./shortcuts/Keys.tsx";
import { SEARCH_ARIA_KEYS, SEARCH_KEYS, type Shortcut } from "./shortcuts/readShortcut.ts";
import { isModal, useShortcuts } from "./shortcuts/useShortcuts.ts";

const loadPalette = () => import("./palette/Palette.tsx");
/** A failure shows when the palette is opened. */
const preloadPalette = () => void loadPalette().catch(() => undefined);
const Palette = lazy(() => loadPalette().then((file) => ({ default: file.Palette })));
const ShortcutsDialog = lazy(() =>
  import("./shortcuts/ShortcutsDialog.tsx").then((file) => ({ default: file.ShortcutsDialog })),
);

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

type Overlay = "search" | "shortcuts";

const MENU_ID = "menu";

/**
 * The frame around every screen: navigation at the side, or behind a menu button on phones, and the dialogs that open above any screen.
 */
export function Shell({ account, onSignOut, children }: ShellProps) {
  const { isOpen, toggle, close, button } = useMenu();
  const { overlay, opened, open, dismiss } = useOverlays();
  const [location] = useLocation();
  const screen = useRef<HTMLElement>(null);
  useRecentScreens(location);
  const showShortcuts = () => open("shortcuts");
  const search = () => {
    close();
    open("search");
  };
  const actions = paletteActions({ onShortcuts: showShortcuts, onSignOut });
  return (
    <div className="min-h-dvh print:block! md:grid md:grid-cols-[13rem_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink target="screen" label="Skip to content" />
      <header className="sticky top-0 z-20 border-hairline border-b bg-background px-3 py-2 md:flex md:h-dvh print:hidden! md:flex-col md:border-r md:border-b-0 md:pt-4 md:pb-2 md:low:pt-1.5">
        <div className="flex items-center gap-1 md:mb-3 md:low:mb-1">
          <p className="flex flex-1 items-center gap-2 px-2 font-display font-semibold text-lead leading-none tracking-tight">
            <BrandSign className="size-6 shrink-0" />
            {brand.name}
          </p>
          <SearchButton onClick={search} className="md:hidden" />
          <MenuButton ref={button} isOpen={isOpen} controls={MENU_ID} onClick={toggle} />
        </div>
        <SearchButton onClick={search} className="mb-3 max-md:hidden md:low:mb-1" />
        <div
          id={MENU_ID}
          className={clsx("gap-4 max-md:pt-3 max-md:pb-2 md:flex md:min-h-0 md:flex-1 md:flex-col md:gap-0", {
            "grid max-h-[calc(100dvh-4rem)] scroll-py-2 overflow-y-auto overscroll-contain max-md:-mx-1 max-md:px-1 md:max-h-none md:overflow-visible":
              isOpen,
            "max-md:hidden": !isOpen,
          })}
        >
          <Navigation account={account} onFollow={close} />
          <AccountMenu account={account} onFollow={close} onShortcuts={showShortcuts} onSignOut={onSignOut} />
        </div>
      </header>
      <main ref={screen} id="screen" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none md:px-8">
        <ScreenBoundary>
          {/* Each has its own boundary: a closing dialog must not disappear while the code of the next one loads. */}
          <Suspense fallback={null}>
            {opened.has("search") && (
              <Palette isOpen={overlay === "search"} onDismiss={() => dismiss("search")} actions={actions} />
            )}
          </Suspense>
          <Suspense fallback={null}>
            {opened.has("shortcuts") && (
              <ShortcutsDialog isOpen={overlay === "shortcuts"} onDismiss={() => dismiss("shortcuts")} />
            )}
          </Suspense>
        </ScreenBoundary>
        <DiskBanner role={account.role} />
        <PowerBanner email={account.email} role={account.role} />
        <ProofDialog />
        {children}
      </main>
      <ScreenArrival screen={screen} />
    </div>
  );
}

/**
 * The dialog that is open above the screen, opened by a button or a shortcut. Its code loads on first use. Shortcuts that open screens are
 * handled here too.
 */
function useOverlays() {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<Overlay>>(new Set());
  const [, navigate] = useLocation();
  const open = (name: Overlay) => {
    setOpened((before) => new Set([...before, name]));
    setOverlay(name);
  };
  /** Closes this dialog, unless another one has replaced it. */
  const dismiss = (name: Overlay) => setOverlay((current) => (current === name ? null : current));
  usePreload();
  useShortcuts((shortcut: Shortcut) => {
    if (shortcut.kind === "search" && overlay === "search") dismiss("search");
    else if (overlay !== null || isModal()) return false;
    else if (shortcut.kind === "screen") {
      if (mayLeaveScreen()) navigate(shortcut.path);
    } else open(shortcut.kind);
    return true;
  });
  return { overlay, opened, open, dismiss };
}

/** Loads the palette once someone presses ⌘ or Ctrl, so that it is there by the time they press K and type. */
function usePreload(): void {
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === "Control" || key === "Meta") preloadPalette();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** The palette's actions other than opening screens. */
function paletteActions({ onShortcuts, onSignOut }: Record<"onShortcuts" | "onSignOut", () => void>) {
  const openSite = () => window.open(`${siteUrl()}/`, "_blank", "noopener");
  const actions: PaletteEntry[] = [
    {
      id: "shortcuts",
      title: "Keyboard shortcuts",
      detail: "",
      Icon: Keyboard,
      keys: ["?"],
      target: { run: onShortcuts },
    },
    {
      id: "site",
      title: "Open the site",
      detail: "",
      Icon: ExternalLink,
      keys: [],
      target: { run: openSite },
    },
    { id: "sign-out", title: "Sign out", detail: "", Icon: LogOut, keys: [], target: { run: onSignOut } },
  ];
  return actions;
}

/** State of the menu. Escape closes it. */
function useMenu(): MenuState {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || isModal()) return;
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

/** Opens the palette: with an icon on phones, as a field with its shortcut in wide windows. */
function SearchButton({ onClick, className }: { onClick: () => void; className: string }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={SEARCH_ARIA_KEYS}
      onClick={onClick}
      onPointerEnter={preloadPalette}
      className={clsx(
        "flex h-11 items-center gap-2.5 rounded-sm px-2.5 hover:bg-surface-sunken md:h-8 md:border md:border-hairline md:bg-surface md:text-ink-muted md:hover:border-control md:hover:text-ink",
        className,
      )}
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1 text-start max-md:sr-only">Search</span>
      <span aria-hidden="true" className="max-md:hidden">
        <Keys keys={SEARCH_KEYS} />
      </span>
    </button>
  );
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

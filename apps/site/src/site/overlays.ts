import type { OverlayCopy } from "../copy/copy.ts";
import type { UiState } from "./uiState.ts";

/** What the component of an overlay is given. */
export interface OverlayProps {
  isOpen: boolean;
  onDismiss: () => void;
  copy: OverlayCopy;
}

interface OverlayEntry {
  /** The member of the client UI state that says whether it is open (specification, section 3). */
  isOpen: "isSignUpOverlayOpen" | "isEnterpriseSalesModalOpen" | "IsAiDemoModalOpen";
  /** Path, in the default locale, of the page that does the same without scripts. */
  page: string;
}

/** Every overlay by the name that links (`data-overlay`) and addresses (`?open=`) call it. */
export const OVERLAYS = {
  "sign-up": { isOpen: "isSignUpOverlayOpen", page: "/sign-up" },
  "enterprise-sales": { isOpen: "isEnterpriseSalesModalOpen", page: "/contact-sales" },
  "ai-demo": { isOpen: "IsAiDemoModalOpen", page: "/demo" },
} as const satisfies Record<string, OverlayEntry>;

export type OverlayName = keyof typeof OVERLAYS;

export const OVERLAY_NAMES = Object.keys(OVERLAYS) as readonly OverlayName[];

/** @returns null for anything that is not the name of an overlay. */
export function parseOverlayName(text: string | null | undefined): OverlayName | null {
  return OVERLAY_NAMES.find((name) => name === text) ?? null;
}

/** The overlay that is open, or null. */
export function openOverlayOf(state: UiState): OverlayName | null {
  return OVERLAY_NAMES.find((name) => state[OVERLAYS[name].isOpen]) ?? null;
}

/** The change of state that opens this overlay alone, or, with null, closes whichever is open. */
export function showOverlay(name: OverlayName | null): Partial<UiState> {
  return Object.fromEntries(OVERLAY_NAMES.map((each) => [OVERLAYS[each].isOpen, each === name]));
}

/** The overlay that does the same as the page at `path` of the default locale, or null. */
export function overlayOfPage(path: string): OverlayName | null {
  return OVERLAY_NAMES.find((name) => OVERLAYS[name].page === path) ?? null;
}

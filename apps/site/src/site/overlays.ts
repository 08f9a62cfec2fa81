import type { OverlayCopy } from "../copy/copy.ts";
import type { UiState } from "./uiState.ts";

/** Props of an overlay component. */
export interface OverlayProps {
  isOpen: boolean;
  onDismiss: () => void;
  copy: OverlayCopy;
}

interface OverlayEntry {
  /** The field of the client UI state that is true while the overlay is open (specification, section 3). */
  isOpen: "isSignUpOverlayOpen" | "isEnterpriseSalesModalOpen" | "IsAiDemoModalOpen";
  /** Path, in the default locale, of the equivalent page, which works without scripts. */
  page: string;
}

/** Overlays by the name used in links (`data-overlay`) and URLs (`?open=`). */
export const OVERLAYS = {
  "sign-up": { isOpen: "isSignUpOverlayOpen", page: "/sign-up" },
  "enterprise-sales": { isOpen: "isEnterpriseSalesModalOpen", page: "/contact-sales" },
  "ai-demo": { isOpen: "IsAiDemoModalOpen", page: "/demo" },
} as const satisfies Record<string, OverlayEntry>;

export type OverlayName = keyof typeof OVERLAYS;

export const OVERLAY_NAMES = Object.keys(OVERLAYS) as readonly OverlayName[];

/** @returns null if `text` is not an overlay name. */
export function parseOverlayName(text: string | null | undefined): OverlayName | null {
  return OVERLAY_NAMES.find((name) => name === text) ?? null;
}

/** The overlay that is open, or null. */
export function openOverlayOf(state: UiState): OverlayName | null {
  return OVERLAY_NAMES.find((name) => state[OVERLAYS[name].isOpen]) ?? null;
}

/** The state change that opens only this overlay or, with null, closes whichever is open. */
export function showOverlay(name: OverlayName | null): Partial<UiState> {
  return Object.fromEntries(OVERLAY_NAMES.map((each) => [OVERLAYS[each].isOpen, each === name]));
}

/** The overlay equivalent to the page at `path` (in the default locale), or null. */
export function overlayOfPage(path: string): OverlayName | null {
  return OVERLAY_NAMES.find((name) => OVERLAYS[name].page === path) ?? null;
}

import { CONSENT_GROUPS, TRACKED_SELECTOR } from "@marquee/contract";
import type { Measure } from "@marquee/measure";
import { clickPlaceOf, extendBreadcrumb } from "@marquee/measure/clicks";
import { uiState } from "./uiState.ts";

/** Tracked buttons and links, and links that open an overlay. */
const CLICKED = `${TRACKED_SELECTOR},[data-overlay]`;

/**
 * Keeps the location of the visitor's last click in the client UI state (specification, sections 3 and 4), so that a form knows how it was
 * opened. Clicks in a dialog do not change it. Without consent to measurement, the breadcrumb has only the last click.
 * @returns the cleanup.
 */
export function startClickedLocation({ consent }: Pick<Measure, "consent">): () => void {
  const onClick = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest<HTMLElement>(CLICKED) : null;
    if (!element || element.closest("dialog")) return;
    const place = clickPlaceOf(element);
    const { root, __lastClickedBreadcrumb: text } = uiState.get().clickedLocation;
    const before = consent.isGranted(CONSENT_GROUPS.analytics) && text ? { root, text } : null;
    const { text: breadcrumb } = extendBreadcrumb(before, place);
    uiState.set({ clickedLocation: { ...place, __lastClickedBreadcrumb: breadcrumb } });
  };
  // On the document: before the overlays' listener, which opens a form with this location.
  document.addEventListener("click", onClick, { capture: true });
  return () => document.removeEventListener("click", onClick, { capture: true });
}

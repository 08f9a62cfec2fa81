import { isPlainClick } from "../browser/navigation.ts";
import { type OverlayName, parseOverlayName, showOverlay } from "../site/overlays.ts";
import { uiState } from "../site/uiState.ts";

interface OverlayLink {
  link: HTMLAnchorElement;
  name: OverlayName;
}

/** Location of a link without `data-overlay-location` (specification, section 3). */
const DEFAULT_LOCATION = "nav";
/** Events that suggest that the visitor is about to follow a link. */
const WARMING_EVENTS = ["pointerover", "focusin", "pointerdown"] as const;

/**
 * Makes links with `data-overlay` open that overlay instead of their page. Clicks with another button or a modifier
 * key still follow the link.
 * @param warm called with an overlay that the visitor may open next; may be called many times.
 * @returns the cleanup.
 */
export function startOverlayLinks(warm: (name: OverlayName) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const match = findOverlayLink(event);
    if (!match || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    // Safari does not focus a clicked link, and a closing dialog returns focus to the element that had it.
    match.link.focus({ preventScroll: true });
    openFromLink(match);
  };
  const onSign = (event: Event) => {
    const match = findOverlayLink(event);
    if (match) warm(match.name);
  };
  // Capture phase: React stops the propagation of clicks in parts that it has not hydrated yet.
  const root = document.documentElement;
  root.addEventListener("click", onClick, { capture: true });
  for (const type of WARMING_EVENTS) root.addEventListener(type, onSign, { passive: true });
  return () => {
    root.removeEventListener("click", onClick, { capture: true });
    for (const type of WARMING_EVENTS) root.removeEventListener(type, onSign);
  };
}

function openFromLink({ link, name }: OverlayLink): void {
  const location = link.dataset.overlayLocation ?? DEFAULT_LOCATION;
  uiState.set({
    ...showOverlay(name),
    clickedLocation: { ...uiState.get().clickedLocation, location },
    ...(name === "enterprise-sales" && { enterpriseSalesModalLocation: location }),
  });
}

function findOverlayLink({ target }: Event): OverlayLink | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-overlay]") : null;
  const name = parseOverlayName(link?.dataset.overlay);
  if (!link || !name || (link.target && link.target !== "_self")) return null;
  return { link, name };
}

import { isPlainClick } from "../browser/navigation.ts";
import { type OverlayName, parseOverlayName, showOverlay } from "../site/overlays.ts";
import { uiState } from "../site/uiState.ts";

interface OverlayLink {
  link: HTMLAnchorElement;
  name: OverlayName;
}

/** Location of a link that does not specify one (specification, section 3). */
const DEFAULT_LOCATION = "nav";
/** Signs that a link is about to be followed; what it needs is fetched then. */
const WARMING_EVENTS = ["pointerover", "focusin", "pointerdown"] as const;

/**
 * Lets links that carry `data-overlay` open it instead of the page they lead to. Clicks with another button or a modifier
 * key, and everything before this has started, follow the link.
 * @param warm is told which overlay may be wanted next, possibly many times.
 * @returns the cleanup.
 */
export function startOverlayLinks(warm: (name: OverlayName) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const found = findOverlayLink(event);
    if (!found || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    // Safari does not focus what is clicked, and focus is given back to what had it.
    found.link.focus({ preventScroll: true });
    openFromLink(found);
  };
  const onSign = (event: Event) => {
    const found = findOverlayLink(event);
    if (found) warm(found.name);
  };
  // While capturing: React keeps a click to itself where it has not hydrated yet.
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

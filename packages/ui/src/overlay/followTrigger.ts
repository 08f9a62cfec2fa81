import { type Align, placeTip, type Side, type TipPlace } from "./placeTip.ts";

interface FollowedTip {
  trigger: HTMLElement;
  /** An open popover. */
  tip: HTMLElement;
  /** A square inside the tip, turned by 45 degrees, of which one corner points at the trigger. */
  arrow: HTMLElement;
  side: Side;
  align: Align;
}

/** Half of the arrow's square stands out of the tip. */
const ARROW_OVERHANG = 5;

/**
 * Keeps an open tip beside its trigger while the page scrolls or changes size, and closes it when the trigger leaves the
 * viewport. Styles are set one by one on the element, which a strict Content-Security-Policy allows.
 * @returns the cleanup.
 */
export function followTrigger(followed: FollowedTip): () => void {
  let frame = 0;
  const place = () => placeNow(followed);
  const placeSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(place);
  };
  place();
  window.addEventListener("scroll", placeSoon, { capture: true, passive: true });
  window.addEventListener("resize", placeSoon);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener("scroll", placeSoon, { capture: true });
    window.removeEventListener("resize", placeSoon);
  };
}

function placeNow({ trigger, tip, arrow, side, align }: FollowedTip): void {
  const box = trigger.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  if (box.bottom <= 0 || box.right <= 0 || box.top >= height || box.left >= width) {
    tip.hidePopover();
    return;
  }
  const { offsetWidth, offsetHeight } = tip;
  const size = { width: offsetWidth, height: offsetHeight };
  const place = placeTip({ trigger: box, tip: size, viewport: { width, height }, side, align });
  const { left, top } = place;
  tip.style.setProperty("position-area", "none");
  set(tip, { inset: "auto", margin: "0", left: `${left}px`, top: `${top}px`, visibility: "visible" });
  set(arrow, { inset: "auto", ...arrowPlace(place) });
}

/** The arrow stands on the edge of the tip that faces the trigger. */
function arrowPlace({ side, arrow }: TipPlace): Partial<CSSStyleDeclaration> {
  const along = `${arrow - ARROW_OVERHANG}px`;
  const across = `${-ARROW_OVERHANG}px`;
  if (side === "top") return { left: along, bottom: across };
  if (side === "bottom") return { left: along, top: across };
  if (side === "left") return { top: along, right: across };
  return { top: along, left: across };
}

function set(element: HTMLElement, styles: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, styles);
}

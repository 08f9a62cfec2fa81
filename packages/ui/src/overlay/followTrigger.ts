import { type Align, placeTip, type Side, type TipPlace } from "./placeTip.ts";

interface FollowedTip {
  trigger: HTMLElement;
  /** An open popover. */
  tip: HTMLElement;
  /** A square inside the tip, rotated by 45 degrees, so that one corner points at the trigger. */
  arrow: HTMLElement;
  side: Side;
  align: Align;
}

/** How far the arrow sticks out of the tip: half of its square, in CSS pixels. */
const ARROW_OVERHANG = 5;

/**
 * Keeps an open tip next to its trigger while the page scrolls or changes size, and closes it when the trigger leaves the viewport. Sets style
 * properties individually, which a strict Content-Security-Policy allows.
 * @returns a function that stops it.
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

/** Styles that put the arrow on the edge of the tip that faces the trigger. */
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

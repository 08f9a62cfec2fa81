export type Side = "top" | "right" | "bottom" | "left";
/** Which part of the tip stands at its trigger: its start, its middle or its end. */
export type Align = "start" | "center" | "end";

interface Size {
  width: number;
  height: number;
}
/** A rectangle in the viewport. All lengths here are CSS pixels. */
interface Box extends Size {
  left: number;
  top: number;
}

interface TipRequest {
  trigger: Box;
  tip: Size;
  viewport: Size;
  side: Side;
  align: Align;
}

export interface TipPlace {
  /** Where the tip ended up: the wanted side, or the opposite one where that has more room. */
  side: Side;
  left: number;
  top: number;
  /** Distance of the arrow's point from the tip's left (or, on a left or right side, top) edge. */
  arrow: number;
}

/** From the trigger to the tip; the arrow lives in it. */
const TIP_GAP = 8;
/** Kept free between the tip and the viewport's edge. */
const MARGIN = 8;
/** From the arrow's point to the nearest edge of the tip that it may come: half the arrow, and the round corner. */
const ARROW_INSET = 14;

const OPPOSITE: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };

/**
 * Position of a tooltip: next to its trigger, inside the viewport if it fits, with its arrow on the trigger.
 */
export function placeTip(request: TipRequest): TipPlace {
  const side = chooseSide(request);
  const { trigger, tip, viewport, align } = request;
  const isVertical = side === "top" || side === "bottom";
  if (isVertical) {
    const left = alignTip(trigger.left, trigger.width, tip.width, viewport.width, align);
    const top = side === "top" ? trigger.top - TIP_GAP - tip.height : trigger.top + trigger.height + TIP_GAP;
    const arrow = pointArrow(trigger.left + trigger.width / 2 - left, tip.width);
    return { side, left, top: keepInside(top, tip.height, viewport.height), arrow };
  }
  const top = alignTip(trigger.top, trigger.height, tip.height, viewport.height, align);
  const left = side === "left" ? trigger.left - TIP_GAP - tip.width : trigger.left + trigger.width + TIP_GAP;
  const arrow = pointArrow(trigger.top + trigger.height / 2 - top, tip.height);
  return { side, left: keepInside(left, tip.width, viewport.width), top, arrow };
}

/** The wanted side if the tip fits there, else its opposite, else whichever of the other two does, else below or above. */
function chooseSide({ trigger, tip, viewport, side }: TipRequest): Side {
  const room: Record<Side, number> = {
    top: trigger.top - tip.height,
    bottom: viewport.height - trigger.top - trigger.height - tip.height,
    left: trigger.left - tip.width,
    right: viewport.width - trigger.left - trigger.width - tip.width,
  };
  const across: Side = side === "top" || side === "bottom" ? "right" : "bottom";
  const order = [side, OPPOSITE[side], across, OPPOSITE[across]];
  const fitting = order.find((each) => room[each] >= TIP_GAP + MARGIN);
  return fitting ?? (room.bottom >= room.top ? "bottom" : "top");
}

/** Lines the arrow's inset up with the middle of the trigger, so that the arrow can point at it. */
function alignTip(start: number, length: number, size: number, viewport: number, align: Align): number {
  const middle = start + length / 2;
  const wanted = { start: middle - ARROW_INSET, center: middle - size / 2, end: middle - size + ARROW_INSET };
  return keepInside(wanted[align], size, viewport);
}

function keepInside(start: number, size: number, viewport: number): number {
  return Math.max(MARGIN, Math.min(start, viewport - MARGIN - size));
}

function pointArrow(wanted: number, size: number): number {
  return Math.max(ARROW_INSET, Math.min(wanted, size - ARROW_INSET));
}

export type Side = "top" | "right" | "bottom" | "left";
/** Which part of the tip is next to its trigger: its start, its center or its end. */
export type Align = "start" | "center" | "end";

interface Size {
  width: number;
  height: number;
}
/** A rectangle in the viewport. All lengths in this file are CSS pixels. */
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
  /** Side of the trigger that the tip is on: the requested one, or another if the tip does not fit there. */
  side: Side;
  left: number;
  top: number;
  /** Distance of the arrow's point from the tip's left edge, or from its top edge if `side` is left or right. */
  arrow: number;
}

/** Gap between the trigger and the tip, which contains the arrow. */
const TIP_GAP = 8;
/** Minimum distance between the tip and the edge of the viewport. */
const MARGIN = 8;
/** Minimum distance of the arrow's point from the end of the tip's edge: half the arrow plus the rounded corner. */
const ARROW_INSET = 14;

const OPPOSITE: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };

/** Position of a tooltip: next to its trigger, inside the viewport if it fits, with its arrow pointing at the trigger. */
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

/** The requested side if the tip fits there, else the opposite one, else one of the other two, else below or above, whichever has more room. */
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

/** Start of the tip along the trigger's edge, chosen so that the arrow can point at the trigger's center. */
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

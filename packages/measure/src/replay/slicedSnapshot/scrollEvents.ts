import type { eventWithTime, IMirror, scrollData } from "@rrweb/types";
import { INCREMENTAL_SNAPSHOT, SCROLL } from "../rrwebConstants.ts";

/**
 * How far elements are scrolled, as events. What `content-visibility` spares the browser is not asked: nobody has seen it, and asking would lay
 * it out.
 */
export function describeScrolling(
  elements: readonly Element[],
  mirror: Pick<IMirror<Node>, "getId">,
  timestamp: number,
): eventWithTime[] {
  return elements.filter(isLaidOut).flatMap((element) => {
    const { scrollLeft: x, scrollTop: y } = element;
    if (x === 0 && y === 0) return [];
    const data: scrollData = { source: SCROLL, id: mirror.getId(element), x, y };
    return [{ type: INCREMENTAL_SNAPSHOT, data, timestamp }];
  });
}

function isLaidOut(element: Element): boolean {
  if (element.checkVisibility?.({ contentVisibilityAuto: true }) === false) return false;
  return getComputedStyle(element).contentVisibility !== "auto";
}

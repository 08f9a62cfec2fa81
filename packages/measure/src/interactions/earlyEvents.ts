import { TRACK_REQUEST, TRACKED_SELECTOR } from "@marquee/contract";
import { listen } from "../browser/listen.ts";

/** An event from before the tracking code loaded: a copy of the clicked element, or a track request of the page. */
export type EarlyEvent = Element | Event;

/** Maximum number of events held while code loads. */
const MOST_HELD = 50;

/** Holds clicks and track requests from now on. @returns a function that stops this and returns the held events. */
export function captureEarlyEvents(): () => EarlyEvent[] {
  const held: EarlyEvent[] = [];
  const hold = (event: Event) => {
    const { target, isTrusted } = event;
    const isClick = isTrusted && target instanceof Element;
    const what = isClick ? copyInPlace(target.closest(TRACKED_SELECTOR)) : event;
    if (what && (isClick || event.type === TRACK_REQUEST) && held.length < MOST_HELD) held.push(what);
  };
  const stopClicks = listen(document, "click", hold, true);
  const stopRequests = listen(document, TRACK_REQUEST, hold);
  return () => {
    stopClicks();
    stopRequests();
    return held;
  };
}

/** Copies an element and its ancestors, without their other content, because the page may change before it is processed. */
function copyInPlace(element: Element | null): Element | null {
  const copy = element && (element.cloneNode(true) as Element);
  let inner = copy;
  for (let outer = element?.parentElement; outer && inner; outer = outer.parentElement) {
    const shell = outer.cloneNode(false) as Element;
    shell.append(inner);
    inner = shell;
  }
  return copy;
}

import { parseUrl } from "@marquee/contract";

const INPUTS =
  "input, textarea, select, option, label, summary, video, audio, iframe, object, [contenteditable]";

/** Whether something visible must come of a click on the element; not of one into an input, or on a link that leads out of the page. */
export function answersClicks(element: Element): boolean {
  if (element.closest(INPUTS)) return false;
  const link = element.closest("a[href]");
  if (!(link instanceof HTMLAnchorElement)) return true;
  const isHere = parseUrl(link.href)?.origin === location.origin;
  return isHere && !link.hasAttribute("download") && (link.target === "" || link.target === "_self");
}

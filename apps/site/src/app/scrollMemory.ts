import { currentPlace, goToElement, goToPlace, PAGE_TOP, type ScrollPlace } from "./scrollPlace.ts";

/** Milliseconds between history writes. Browsers limit their rate; Safari allows 100 in 30 seconds. */
const WRITE_INTERVAL = 500;

/** State stored in a history entry. Entries of the same page view (an open overlay) share an index. */
interface Entry {
  index: number;
  place: ScrollPlace | null;
}

let currentIndex = 0;
/** Path of the page on screen. After going back, `location` already has the next path while that page's code loads. */
let shownPath = "";
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Starts saving the scroll position of each page in its history entry, so that nothing is stored elsewhere, and restores it after a reload.
 * The browser's own scroll restoration is switched off: it runs before a client-rendered page is in the document, and relies on the heights
 * that sections had when they were rendered.
 */
export function startScrollMemory(): void {
  history.scrollRestoration = "manual";
  shownPath = location.pathname;
  const entry = readEntry();
  currentIndex = entry?.index ?? 0;
  if (!entry) write(null);
  if (entry?.place) goToPlace(entry.place);
  else remember();

  window.addEventListener("scroll", remember, { passive: true });
  window.addEventListener("popstate", followEntry);
  // Either event may be the last chance to write the entry.
  document.addEventListener("click", flush, { capture: true });
  window.addEventListener("pagehide", flush);
}

/** Call once the page of the current history entry is in the document. An entry without stored state counts as new. */
export function restoreScroll(): void {
  shownPath = location.pathname;
  const entry = readEntry();
  if (entry) enter(entry);
  else {
    begin();
    goToFragment();
  }
}

/** Whether {@link restoreScroll} will scroll down, so that content below the first view must be in the document. */
export function willScrollDown(): boolean {
  const place = readEntry()?.place;
  return place ? place.section !== null || place.offset > 0 : location.hash !== "";
}

/** Handles history navigation within a page (fragments, overlays). {@link restoreScroll} handles navigation to another page. */
function followEntry(): void {
  if (location.pathname !== shownPath) return;
  const entry = readEntry();
  if (entry && entry.index !== currentIndex) enter(entry);
  else {
    // Without an entry, the browser navigated to a fragment itself. Otherwise an overlay opened or closed at the same position.
    if (!entry) {
      begin();
      goToTarget();
    }
    remember();
  }
}

/** Initializes the current history entry as a new one. */
function begin(): void {
  forget();
  currentIndex += 1;
  write(null);
}

function enter({ index, place }: Entry): void {
  forget();
  currentIndex = index;
  if (place) goToPlace(place);
  else goToFragment();
}

function goToFragment(): void {
  if (!goToTarget()) goToPlace(PAGE_TOP);
}

/** @returns null if the fragment has no target. */
function goToTarget(): HTMLElement | null {
  const target = findFragmentTarget(location.hash, document);
  if (target) goToElement(target);
  return target;
}

function remember(): void {
  timer ??= setTimeout(flush, WRITE_INTERVAL);
}

function forget(): void {
  clearTimeout(timer);
  timer = undefined;
}

/** Writes the scroll position if it changed since the last write, unless the current entry belongs to a page other than the one on screen. */
function flush(): void {
  if (timer === undefined) return;
  forget();
  if (location.pathname !== shownPath) return;
  write(currentPlace());
}

function write(place: ScrollPlace | null): void {
  history.replaceState({ ...history.state, index: currentIndex, place }, "");
}

function readEntry(): Entry | null {
  const { index, place = null }: Partial<Entry> = history.state ?? {};
  return typeof index === "number" ? { index, place } : null;
}

/**
 * The target of a fragment, found as browsers do it: first as written, then percent-decoded.
 * https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-the-indicated-part-of-the-document
 * @param hash The fragment with its `#`, or empty. Untrusted: any site can link here with any fragment.
 */
export function findFragmentTarget<Target>(
  hash: string,
  root: { getElementById(id: string): Target | null },
): Target | null {
  const fragment = hash.slice(1);
  if (fragment === "") return null;
  return root.getElementById(fragment) ?? root.getElementById(decodePercent(fragment));
}

/** Decodes through a query value, because unlike `decodeURIComponent` that never throws. Only `+` and `&` are special there, so they are escaped. */
function decodePercent(text: string): string {
  const query = `=${text.replaceAll("+", "%2B").replaceAll("&", "%26")}`;
  return new URLSearchParams(query).get("") ?? "";
}

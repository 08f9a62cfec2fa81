import { currentPlace, goToElement, goToPlace, PAGE_TOP, type ScrollPlace } from "./scrollPlace.ts";

/** Browsers refuse to write to the history too often; Safari does so at 100 times in 30 seconds. */
const WRITE_INTERVAL = 500;

/** What an entry of the history says of its page. Entries of one page (an open overlay) share an index. */
interface Entry {
  index: number;
  place: ScrollPlace | null;
}

let currentIndex = 0;
/** The address of the page that is shown; after going back, the one of the history is ahead of it until its code is here. */
let shownPath = "";
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Begins to remember where the visitor is on each page, in the history's own entries, so that nothing is stored anywhere else, and leads
 * back there after a reload. Browsers' own restoration is switched off: it comes before a client-rendered page is there, and goes by
 * heights that sections had when they were drawn.
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
  // Each may be the last moment at which the entry can be written.
  document.addEventListener("click", flush, { capture: true });
  window.addEventListener("pagehide", flush);
}

/** Call once the page of the current history entry is in the document. An entry that nothing is known of is a new one. */
export function restoreScroll(): void {
  shownPath = location.pathname;
  const entry = readEntry();
  if (entry) enter(entry);
  else {
    begin();
    goToFragment();
  }
}

/** Within a page, by going back over a fragment or over an overlay. Another page is entered by {@link restoreScroll}. */
function followEntry(): void {
  if (location.pathname !== shownPath) return;
  const entry = readEntry();
  if (entry && entry.index !== currentIndex) enter(entry);
  else {
    // The browser has gone to a fragment by itself; else an overlay was opened or closed over the same place.
    if (!entry) {
      begin();
      const target = findFragmentTarget(location.hash, document);
      if (target) goToElement(target);
    }
    remember();
  }
}

/** Takes the current entry of the history for a new one. */
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
  const target = findFragmentTarget(location.hash, document);
  if (target) goToElement(target);
  else goToPlace(PAGE_TOP);
}

function remember(): void {
  timer ??= setTimeout(flush, WRITE_INTERVAL);
}

function forget(): void {
  clearTimeout(timer);
  timer = undefined;
}

/** Writes where the visitor is, if they have moved, unless the page that is shown is no longer or not yet the entry's. */
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
  const state: Partial<Entry> | null = history.state;
  if (typeof state?.index !== "number") return null;
  return { index: state.index, place: state.place ?? null };
}

/**
 * What a fragment points to, found as browsers do it: first as it is written, then percent-decoded.
 * https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-the-indicated-part-of-the-document
 * @param hash with its `#`, or empty. Whoever links here writes it, so it may be anything.
 */
export function findFragmentTarget<Target>(
  hash: string,
  root: { getElementById(id: string): Target | null },
): Target | null {
  const fragment = hash.slice(1);
  if (fragment === "") return null;
  return root.getElementById(fragment) ?? root.getElementById(decodePercent(fragment));
}

/** A query's value is decoded as a fragment is, and unlike `decodeURIComponent` that never throws; only `+` and `&` mean more in it. */
function decodePercent(text: string): string {
  const query = `=${text.replaceAll("+", "%2B").replaceAll("&", "%26")}`;
  return new URLSearchParams(query).get("") ?? "";
}

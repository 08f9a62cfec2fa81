import { NEXT_PAGE_EVENT } from "../browser/navigation.ts";

const STEPS = new Map([
  ["ArrowRight", 1],
  ["ArrowDown", 1],
  ["ArrowLeft", -1],
  ["ArrowUp", -1],
]);

/** A menu of the header. Opening one closes the others. */
const MENU = "details[data-menu]";
/** A menu, or a section of one. */
const OPEN = "details[open]";

/**
 * Adds menu behavior to the header's `<details>` elements, which open and close without it. Only one is open at a time. Escape (which
 * returns the focus to the summary), a press or focus elsewhere, following a link or another page closes it. Arrow keys, Home and End move
 * the focus.
 * @returns the cleanup.
 */
export function startMenus(header: HTMLElement): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const closeExcept = (except: EventTarget | null) => {
    for (const menu of header.querySelectorAll<HTMLDetailsElement>(`${MENU}[open]`))
      if (!(except instanceof Node && menu.contains(except))) menu.open = false;
  };
  const closeAll = () => {
    for (const details of header.querySelectorAll<HTMLDetailsElement>(OPEN)) details.open = false;
  };

  document.addEventListener(NEXT_PAGE_EVENT, closeAll, { signal });
  document.addEventListener("pointerdown", ({ target }) => closeExcept(target), { signal });
  document.addEventListener("keydown", (event) => event.key === "Escape" && closeByKey(header), { signal });
  header.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && closeExcept(relatedTarget), {
    signal,
  });
  header.addEventListener("click", ({ target }) => isLink(target) && closeExcept(null), { signal });
  header.addEventListener("keydown", (event) => moveFocus(header, event), { signal });
  // For browsers without the `name` attribute of details: https://caniuse.com/mdn-html_elements_details_name
  header.addEventListener("toggle", ({ target }) => isOpen(target) && closeExcept(target), {
    signal,
    capture: true,
  });
  return () => listening.abort();
}

/** Closes the open menu and returns the focus to its summary. */
function closeByKey(header: HTMLElement): void {
  const menu = header.querySelector<HTMLDetailsElement>(`${MENU}[open]`);
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

function isLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a") !== null;
}

function isOpen(target: EventTarget | null): boolean {
  return target instanceof HTMLDetailsElement && target.open;
}

/**
 * Moves the focus with the arrow keys, Home and End: along the header's items, or through the links of the panel that has the focus.
 * Down on an item with a panel opens the panel and focuses its first link; up on that link returns to the item.
 */
function moveFocus(header: HTMLElement, event: KeyboardEvent): void {
  const focused = event.target;
  if (!(focused instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const target = panelTarget(focused, event.key) ?? barTarget(header, focused, event.key);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function panelTarget(focused: HTMLElement, key: string): HTMLElement | null {
  const panel = focused.closest<HTMLElement>("[data-menu-panel]");
  if (!panel) return null;
  const items = visibleItems(panel);
  const index = items.indexOf(focused);
  if (key === "ArrowUp" && index === 0) return panel.closest("details")?.querySelector("summary") ?? null;
  return itemAt(items, stepTo(key, index, items.length));
}

function barTarget(header: HTMLElement, focused: HTMLElement, key: string): HTMLElement | null {
  if (key === "ArrowUp" || !focused.matches("[data-menu-item]")) return null;
  if (key === "ArrowDown") return firstInside(focused);
  const items = [...header.querySelectorAll<HTMLElement>("[data-menu-item]")].filter(isVisible);
  return itemAt(items, stepTo(key, items.indexOf(focused), items.length));
}

/**
 * Opens the panel of `summary`.
 * @returns its first link, or null for an item without a panel.
 */
function firstInside(summary: HTMLElement): HTMLElement | null {
  const menu = summary.closest("details");
  const panel = menu?.querySelector<HTMLElement>("[data-menu-panel]");
  if (!menu || !panel) return null;
  menu.open = true;
  return itemAt(visibleItems(panel), 0);
}

function visibleItems(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>("a, summary")].filter(isVisible);
}

/** False for items in a closed menu or hidden at this width, which cannot take the focus. */
function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility();
}

function itemAt(items: HTMLElement[], index: number | null): HTMLElement | null {
  return index === null ? null : (items[index] ?? null);
}

/**
 * Index that a key moves the focus to, from `index` of `count` items. Arrows wrap around at both ends.
 * @returns null for any other key, or if there are no items.
 */
export function stepTo(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS.get(key);
  return step ? (index + step + count) % count : null;
}

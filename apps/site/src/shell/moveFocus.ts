import { stepTo } from "./stepTo.ts";

/**
 * Moves the focus by the arrow keys, Home and End: along the bar's own items, or through the links of the open panel that has the focus.
 * Down on an item with a panel opens it and goes in; up on a panel's first link comes out.
 */
export function moveFocus(header: HTMLElement, event: KeyboardEvent): void {
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

/** Opens the panel that `summary` belongs to. @returns its first link, or null for an item without a panel. */
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

/** What a closed disclosure or another width hides cannot take the focus. */
function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility();
}

function itemAt(items: HTMLElement[], index: number | null): HTMLElement | null {
  return index === null ? null : (items[index] ?? null);
}

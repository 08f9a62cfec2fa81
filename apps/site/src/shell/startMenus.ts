import { moveFocus } from "./moveFocus.ts";

/** A disclosure of the header: opening one closes the others. */
const MENU = "details[data-menu]";

/**
 * What the browser's own disclosures lack to be menus: one open at a time, closed by Escape (which gives the focus back), by a press or a
 * focus elsewhere and by following a link, and walked through with the arrow keys. They open and close without any of this.
 * @returns the cleanup.
 */
export function startMenus(header: HTMLElement): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const closeExcept = (kept: EventTarget | null) => {
    for (const menu of header.querySelectorAll<HTMLDetailsElement>(`${MENU}[open]`))
      if (!(kept instanceof Node && menu.contains(kept))) menu.open = false;
  };

  document.addEventListener("pointerdown", ({ target }) => closeExcept(target), { signal });
  document.addEventListener("keydown", (event) => event.key === "Escape" && closeByKey(header), { signal });
  header.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && closeExcept(relatedTarget), {
    signal,
  });
  header.addEventListener("click", ({ target }) => isLink(target) && closeExcept(null), { signal });
  header.addEventListener("keydown", (event) => moveFocus(header, event), { signal });
  // Browsers that do not know the shared `name` of details yet: https://caniuse.com/mdn-html_elements_details_name
  header.addEventListener("toggle", ({ target }) => isOpen(target) && closeExcept(target), {
    signal,
    capture: true,
  });
  return () => listening.abort();
}

/** Closes the open menu and puts the focus back on what opened it. */
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

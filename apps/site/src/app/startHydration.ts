import { reportError } from "@marquee/ui";

/** What a visitor may do before React runs, and must not have to do twice. */
const INTERACTIONS = ["pointerdown", "keydown", "focusin"] as const;
/** Hydration waits for an idle moment, but no longer than this after load, in milliseconds. */
const IDLE_TIMEOUT = 2000;

/**
 * Loads and runs React when the browser is idle after load, or at the first interaction, whichever comes first.
 * A click on a button that lands before then is done again once React answers; links need no help, they are links.
 * @param hydrate resolves once React has taken over.
 */
export function startHydration(hydrate: () => Promise<void>): void {
  if (!document.querySelector("script[data-hydrate]")) return;
  const clicked = new Set<HTMLElement>();
  const root = document.getElementById("root");

  const rememberClick = (event: MouseEvent) => {
    const button =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>("button:not([popovertarget], [type=submit])")
        : null;
    if (button) clicked.add(button);
  };
  const hydrateOnce = once(async () => {
    for (const type of INTERACTIONS) root?.removeEventListener(type, hydrateOnce);
    await hydrate();
    root?.removeEventListener("click", rememberClick);
    document.documentElement.dataset.hydrated = "";
    for (const button of clicked) button.click();
  });

  root?.addEventListener("click", rememberClick);
  for (const type of INTERACTIONS) root?.addEventListener(type, hydrateOnce, { passive: true });
  if (document.readyState === "complete") whenIdle(hydrateOnce);
  else window.addEventListener("load", () => whenIdle(hydrateOnce), { once: true });
}

function once(run: () => Promise<void>): () => void {
  let hasRun = false;
  return () => {
    if (hasRun) return;
    hasRun = true;
    run().catch((error: unknown) => reportError("The page could not be made interactive.", error));
  };
}

/** Safari has no requestIdleCallback: https://caniuse.com/requestidlecallback */
function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: IDLE_TIMEOUT });
  else setTimeout(run, 200);
}

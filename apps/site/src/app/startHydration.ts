import { reportError } from "@marquee/ui";

/** Interactions that start hydration immediately. */
const INTERACTIONS = ["pointerdown", "keydown", "focusin"] as const;
/** Longest wait for an idle moment after load, in milliseconds. */
const IDLE_TIMEOUT = 2000;

/**
 * Loads and runs React when the browser is idle after load, or at the first interaction, whichever comes first.
 * Clicks on buttons before that are replayed after hydration; links work without script.
 * @param hydrate Resolves once React has taken over.
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

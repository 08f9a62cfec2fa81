import { onAddressChange } from "../browser/navigation.ts";
import { type OverlayName, openOverlayOf, parseOverlayName, showOverlay } from "../site/overlays.ts";
import { uiState } from "../site/uiState.ts";

/** `?open=sign-up` on any page opens that overlay. */
const PARAMETER = "open";

/**
 * Keeps the URL and the overlay state in sync, whichever changes first:
 *
 *   state opens an overlay    pushes a URL with `?open=…`, so that Back closes the overlay and Forward reopens it
 *   state closes an overlay   goes back to the previous entry; if we did not push one (a deep link), removes the parameter
 *   Back, Forward, a link     sets the state from the URL
 *
 * @returns the cleanup.
 */
export function startOverlayAddress(): () => void {
  /** `history.back()` is pending: the browser navigates asynchronously. */
  let isLeaving = false;

  const followState = () => {
    const wanted = openOverlayOf(uiState.get());
    if (isLeaving || wanted === namedOverlay()) return;
    if (wanted) writeOverlay(wanted);
    else if (isOwnEntry()) {
      isLeaving = true;
      history.back();
    } else history.replaceState(history.state, "", addressWith(null));
  };
  const followAddress = () => {
    const named = namedOverlay();
    if (!isLeaving && named !== openOverlayOf(uiState.get())) uiState.set(showOverlay(named));
  };
  const onPop = () => {
    if (!isLeaving) return;
    isLeaving = false;
    followState();
  };

  // Registered before `followAddress`, so that an overlay opened during a pending `history.back()` stays open.
  window.addEventListener("popstate", onPop);
  const cleanups = [onAddressChange(followAddress), uiState.subscribe(followState)];
  followAddress();
  return () => {
    window.removeEventListener("popstate", onPop);
    for (const cleanup of cleanups) cleanup();
  };
}

function namedOverlay(): OverlayName | null {
  return parseOverlayName(new URLSearchParams(location.search).get(PARAMETER));
}

/** A second overlay replaces the first one's history entry, so that Back closes whichever is open. */
function writeOverlay(name: OverlayName): void {
  if (namedOverlay()) history.replaceState(history.state, "", addressWith(name));
  else history.pushState({ ...history.state, isOverlay: true }, "", addressWith(name));
}

/** Whether {@link writeOverlay} pushed the current history entry, so that Back returns to the page. */
function isOwnEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "isOverlay" in state;
}

function addressWith(name: OverlayName | null): string {
  const url = new URL(location.href);
  if (name) url.searchParams.set(PARAMETER, name);
  else url.searchParams.delete(PARAMETER);
  return url.href;
}

import { onAddressChange } from "../browser/navigation.ts";
import { type OverlayName, openOverlayOf, parseOverlayName, showOverlay } from "../site/overlays.ts";
import { uiState } from "../site/uiState.ts";

/** `?open=sign-up` on any page opens that overlay. */
const PARAMETER = "open";

/**
 * Keeps the address and the state of the overlays the same, whichever changes first:
 *
 *   opened by a setter      the address with `?open=…` is pushed, so that Back closes and Forward opens again
 *   closed by a setter      back to the entry before; where there is none (a deep link), the query is taken out
 *   Back, Forward, a link   the state follows the address
 *
 * @returns the cleanup.
 */
export function startOverlayAddress(): () => void {
  /** We have asked for the entry before and are not there yet; going back takes the browser a moment. */
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

  // Before `followAddress`, so that an overlay opened while we were leaving stays open.
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

/** A second overlay takes the first one's place in the history: Back closes, whichever is open. */
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

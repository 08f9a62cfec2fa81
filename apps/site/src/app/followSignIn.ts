import { SIGN_IN_MARK } from "@marquee/contract";

/**
 * Reloads this page, which has connected tools, once someone is signed in to the console in this browser: the server then leaves them out. Also finds pages
 * that the browser kept from before the sign-in, in its cache or prerendered.
 * @returns whether the page may start its tools.
 */
export function followSignIn(): boolean {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === SIGN_IN_MARK && newValue !== null) location.reload();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && isMarked()) location.reload();
  });
  if (!isMarked()) return true;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type !== "reload") {
    location.reload();
    return false;
  }
  // The server was just asked and has no session: it ended while the console was not open.
  localStorage.removeItem(SIGN_IN_MARK);
  return true;
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(SIGN_IN_MARK) !== null;
  } catch {
    // Storage is blocked, so there is no session either.
    return false;
  }
}

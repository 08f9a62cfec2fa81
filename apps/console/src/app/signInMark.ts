import { SIGN_IN_MARK } from "@marquee/contract";

/** Tells open pages of the site whether someone is signed in, so that those with connected tools load again without them. */
export function markSignIn(isSignedIn: boolean): void {
  if (!isSignedIn) localStorage.removeItem(SIGN_IN_MARK);
  // Only the first sign-in is news to pages: later ones have no tools.
  else if (localStorage.getItem(SIGN_IN_MARK) === null)
    localStorage.setItem(SIGN_IN_MARK, String(Date.now()));
}

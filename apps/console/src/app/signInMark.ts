import { SIGN_IN_MARK } from "@marquee/contract";
import { hasOwnHost } from "../shared/api/siteUrl.ts";
import { askSite } from "../shared/api/staffBrowser.ts";

/**
 * Tells the site whether someone is signed in in this browser. Where both share an origin, open pages with connected tools load again without them; otherwise
 * the site sets a cookie of its own, so that visits of this browser are not counted.
 */
export function markSignIn(isSignedIn: boolean): void {
  // Without it, visits are counted; nothing else is lost.
  if (hasOwnHost()) askSite({ isSignedIn }).catch(() => undefined);
  else if (!isSignedIn) localStorage.removeItem(SIGN_IN_MARK);
  // Only the first sign-in is news to pages: later ones have no tools.
  else if (localStorage.getItem(SIGN_IN_MARK) === null)
    localStorage.setItem(SIGN_IN_MARK, String(Date.now()));
}

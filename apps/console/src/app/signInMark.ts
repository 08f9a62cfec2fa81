import { SIGN_IN_MARK } from "@marquee/contract";
import { hasOwnHost } from "../shared/api/siteUrl.ts";
import { askSite } from "../shared/api/staffBrowser.ts";

/**
 * Tells the site whether someone is signed in on this browser. If both share an origin, open pages with connected tools reload without them; otherwise the
 * site sets its own cookie, so that visits from this browser are not counted.
 */
export function markSignIn(isSignedIn: boolean): void {
  // Without it, visits are counted; there is no other effect.
  if (hasOwnHost()) askSite({ isSignedIn }).catch(() => undefined);
  else if (!isSignedIn) localStorage.removeItem(SIGN_IN_MARK);
  // Pages only need to know about the first sign-in: after it, they have no tools.
  else if (localStorage.getItem(SIGN_IN_MARK) === null)
    localStorage.setItem(SIGN_IN_MARK, String(Date.now()));
}

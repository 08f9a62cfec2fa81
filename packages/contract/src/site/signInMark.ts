/**
 * Key in `localStorage` that the console sets while someone is signed in, so that open pages of the site with connected tools load again without them.
 * Used where both share an origin.
 */
export const SIGN_IN_MARK = "marquee_signed_in";

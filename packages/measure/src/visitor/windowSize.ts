import { ONE_YEAR, WINDOW_SIZE_COOKIE, windowSizeOf } from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";

/**
 * Stores the size of the window for the server, which evaluates flags before the next page and has no other source for it. Call with
 * each page view, only with consent. @param width in CSS pixels
 */
export function rememberWindowSize(cookies: Cookies, width: number): void {
  const size = windowSizeOf(width);
  if (size && cookies.get(WINDOW_SIZE_COOKIE) !== size) cookies.set(WINDOW_SIZE_COOKIE, size, ONE_YEAR);
}

import type { Cookies } from "../browser/cookies.ts";
import { reportInternalError } from "../browser/monitor.ts";

/**
 * Logs in the browser's console that a cookie cannot be read although it was written (specification, section 8): this browser stores none. Other
 * hosts of the domain, and the server, do not recognize the visitor then.
 */
export function reportMissingCookie(cookies: Pick<Cookies, "get">, name: string): void {
  if (cookies.get(name) === null) reportInternalError(`Cookie ${name} not provided or not found.`);
}

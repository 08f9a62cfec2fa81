import { CONSENT_COOKIE, CONSENT_TEXT_VERSION, type ConsentGroup } from "./consent.ts";

/**
 * Whether cookies say that the visitor has agreed to a group, to the text that is asked now.
 * @param cookies a `Cookie` header or `document.cookie`.
 */
export function cookiesGrant(cookies: string, group: ConsentGroup): boolean {
  const value = cookies
    .split(";")
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`))
    ?.slice(CONSENT_COOKIE.length + 1);
  const match = /^1\.[0-9a-z]+\.(\d+)\.(C\d{4}(?:-C\d{4})*)$/.exec(value ?? "");
  if (!match || Number(match[1]) !== CONSENT_TEXT_VERSION) return false;
  return (match[2] ?? "").split("-").includes(group);
}

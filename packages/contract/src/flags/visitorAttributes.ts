import { localeOfPath } from "../site/paths.ts";
import { ANONYMOUS_ID_COOKIE, type Audience } from "../visitor/customers.ts";
import { isDesktop } from "../visitor/device.ts";

/** Attributes of a visitor that targeting can use, by name. Unknown attributes are missing. */
export type VisitorAttributes = Record<string, string>;

interface AttributeSources {
  /** Decoded cookies by name. */
  cookies: Readonly<Record<string, string | undefined>>;
  userAgent: string;
  /** Path of the page. */
  path: string;
  audience: Audience;
}

const UTM_ATTRIBUTES = ["utm_source", "utm_medium", "utm_campaign"] as const;

/**
 * The targeting attributes that server and browser determine the same way. The server adds the country. Call it only
 * for visitors who consented.
 * @returns an empty `id` if the visitor has none.
 */
export function visitorAttributes({
  cookies,
  userAgent,
  path,
  audience,
}: AttributeSources): VisitorAttributes {
  const utm = UTM_ATTRIBUTES.map((name) => [name, cookies[name]]).filter(([, value]) => value);
  return {
    id: cookies[ANONYMOUS_ID_COOKIE] ?? "",
    locale: localeOfPath(path),
    device: isDesktop(userAgent) ? "desktop" : "mobile",
    audience,
    ...Object.fromEntries(utm),
  };
}

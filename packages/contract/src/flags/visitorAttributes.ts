import { redactEmail } from "../events/redactEmail.ts";
import { localeOfPath, pathOf } from "../site/paths.ts";
import { ANONYMOUS_ID_COOKIE, type Audience, USER_ID_COOKIE } from "../visitor/customers.ts";
import { describeBrowser, isModernBrowser } from "../visitor/describeBrowser.ts";
import { isDesktop } from "../visitor/device.ts";
import type { WindowSize } from "../visitor/windowSize.ts";
import type { TargetingAttribute } from "./targetingAttributes.ts";

/** Attributes of a visitor and their page that targeting can use. Unknown attributes are missing. */
export type VisitorAttributes = Partial<Record<TargetingAttribute, string | boolean>>;

/** Longer texts are cut, because remote evaluation accepts no longer ones. */
export const MAX_ATTRIBUTE_LENGTH = 1000;

interface AttributeSources {
  /** Decoded cookies by name. */
  cookies: Readonly<Record<string, string | undefined>>;
  userAgent: string;
  /** URL of the page at the site's public origin, with its query. A fragment, which servers don't see, is ignored. */
  url: string;
  /** Empty if there is none. */
  referrer: string;
  audience: Audience;
  /** Null if unknown. */
  windowSize: WindowSize | null;
}

const UTM_ATTRIBUTES = ["utm_source", "utm_medium", "utm_campaign"] as const;

/**
 * The targeting attributes that server and browser determine the same way. The server adds the country. Call it only
 * for visitors who consented.
 */
export function visitorAttributes(sources: AttributeSources): VisitorAttributes {
  const { cookies, userAgent, url, referrer, audience, windowSize } = sources;
  const pathName = pathOf(url);
  const texts = {
    id: cookies[ANONYMOUS_ID_COOKIE],
    user_id: cookies[USER_ID_COOKIE],
    locale: localeOfPath(pathName),
    device: isDesktop(userAgent) ? "desktop" : "mobile",
    audience,
    browser: describeBrowser(userAgent).browser,
    url: redactEmail(url.replace(/#.*/s, "")),
    pathName,
    referrer: redactEmail(referrer),
    ...Object.fromEntries(UTM_ATTRIBUTES.map((name) => [name, cookies[name]])),
  };
  const known = Object.entries(texts).filter(([, text]) => text);
  const isModern = isModernBrowser(userAgent);
  return {
    ...Object.fromEntries(known.map(([name, text]) => [name, text?.slice(0, MAX_ATTRIBUTE_LENGTH)])),
    ...(isModern !== null && { isModernBrowser: isModern }),
    ...(windowSize && {
      isPhoneSize: windowSize === "phone",
      isTabletSize: windowSize === "tablet",
      isDesktopSize: windowSize === "desktop",
    }),
  };
}

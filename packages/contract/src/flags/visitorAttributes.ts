import { redactEmail } from "../events/redactEmail.ts";
import { localeOfPath } from "../kernel/locales.ts";
import { pathOf } from "../kernel/paths.ts";
import { cutText } from "../kernel/text.ts";
import { ANONYMOUS_ID_COOKIE, type Audience, USER_ID_COOKIE } from "../visitor/customers.ts";
import { describeBrowser } from "../visitor/describeBrowser.ts";
import { isDesktop } from "../visitor/device.ts";
import { isModernBrowser } from "../visitor/modernBrowser.ts";
import type { WindowSize } from "../visitor/windowSize.ts";
import type { TargetingAttribute } from "./targetingAttributes.ts";

/** Attributes of a visitor and their page that targeting can use. Unknown attributes are missing. */
export type VisitorAttributes = Partial<Record<TargetingAttribute, string | boolean>>;

/** Longer texts are truncated, because remote evaluation rejects them. */
export const MAX_ATTRIBUTE_LENGTH = 1000;

/** Result of {@link userAgentAttributes}. */
export type UserAgentAttributes = Pick<VisitorAttributes, "device" | "browser" | "isModernBrowser">;

interface AttributeSources {
  /** Decoded cookies by name. */
  cookies: Readonly<Record<string, string | undefined>>;
  userAgent: UserAgentAttributes;
  /** URL of the page at the site's public origin, with its query. A fragment, which servers don't see, is ignored. */
  url: string;
  /** Empty if there is none. */
  referrer: string;
  audience: Audience;
  /** Null if unknown. */
  windowSize: WindowSize | null;
  /** As the visitor's browser has stored it; a server does not know it. */
  department?: string | undefined;
}

const UTM_ATTRIBUTES = ["utm_source", "utm_medium", "utm_campaign"] as const;

/**
 * The targeting attributes that server and browser determine the same way. The server adds the country. Call it only
 * for visitors who consented.
 */
export function visitorAttributes(sources: AttributeSources): VisitorAttributes {
  const { cookies, userAgent, url, referrer, audience, windowSize, department } = sources;
  const pathName = pathOf(url);
  const attributes: VisitorAttributes = { ...userAgent, audience, locale: localeOfPath(pathName) };
  const add = (name: TargetingAttribute, text = "") => {
    if (text) attributes[name] = cutText(text, MAX_ATTRIBUTE_LENGTH);
  };
  add("id", cookies[ANONYMOUS_ID_COOKIE]);
  add("user_id", cookies[USER_ID_COOKIE]);
  add("url", redactEmail(url.replace(/#.*/s, "")));
  add("pathName", pathName);
  add("referrer", redactEmail(referrer));
  add("department", department);
  for (const name of UTM_ATTRIBUTES) add(name, cookies[name]);
  if (windowSize) {
    attributes.isPhoneSize = windowSize === "phone";
    attributes.isTabletSize = windowSize === "tablet";
    attributes.isDesktopSize = windowSize === "desktop";
  }
  return attributes;
}

/** The attributes that follow from the user agent. */
export function userAgentAttributes(userAgent: string): UserAgentAttributes {
  const description = describeBrowser(userAgent);
  const isModern = isModernBrowser(description);
  return {
    device: isDesktop(userAgent) ? "desktop" : "mobile",
    ...(description.browser && { browser: description.browser }),
    ...(isModern !== null && { isModernBrowser: isModern }),
  };
}

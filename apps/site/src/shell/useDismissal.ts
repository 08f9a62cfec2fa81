import { ONE_SECOND, ONE_YEAR, type SiteSettings } from "@marquee/contract";
import { useEffect, useState } from "react";

interface DismissalCookie {
  name: string;
  /** Parent domain to write on, or null for the host itself. */
  domain: string | null;
  isSecure: boolean;
}

/**
 * Whether the visitor has dismissed the banner, and how to dismiss it. Starts with the server's value, so
 * that both render the same; a document restored from the browser's cache reads its cookies again.
 */
export function useDismissal({ bannerCookie: name, cookieDomain: domain, isBannerHidden }: SiteSettings) {
  const [isDismissed, setDismissed] = useState(isBannerHidden);

  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && hasCookie(readCookies(), name)) setDismissed(true);
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [name]);

  const dismiss = () => {
    writeCookie(dismissalCookie({ name, domain, isSecure: location.protocol === "https:" }));
    setDismissed(true);
  };
  return { isDismissed, dismiss };
}

/** A document that may not have cookies throws on reading them: https://html.spec.whatwg.org/multipage/dom.html#dom-document-cookie */
function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return "";
  }
}

/** If cookies are blocked, the banner stays closed for this document. */
function writeCookie(cookie: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140.
    document.cookie = cookie;
  } catch {
    // Refused.
  }
}

/**
 * The line that keeps a closed banner closed for 365 days (specification, section 4), as `document.cookie` takes it. The server reads the
 * cookie and leaves the banner out of later documents.
 */
export function dismissalCookie({ name, domain, isSecure }: DismissalCookie): string {
  const parts = [`${name}=1`, "path=/", `max-age=${ONE_YEAR / ONE_SECOND}`, "samesite=lax"];
  if (domain) parts.push(`domain=${domain}`);
  if (isSecure) parts.push("secure");
  return parts.join("; ");
}

/** @returns whether a list of cookies, as `document.cookie` gives it, has one called `name`. */
export function hasCookie(cookies: string, name: string): boolean {
  return cookies.split("; ").some((cookie) => cookie.startsWith(`${name}=`));
}

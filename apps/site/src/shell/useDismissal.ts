import type { SiteSettings } from "@marquee/contract";
import { useEffect, useState } from "react";
import { dismissalCookie, hasCookie } from "./dismissalCookie.ts";

/**
 * Whether the visitor has closed the banner, and how to close it. It starts with what the server knew, so that server and browser render
 * the same; a document that comes back from the browser's memory asks its cookies again.
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

/** Where cookies are refused the banner stays closed for this document, and nothing is said. */
function writeCookie(cookie: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140.
    document.cookie = cookie;
  } catch {
    // Refused.
  }
}

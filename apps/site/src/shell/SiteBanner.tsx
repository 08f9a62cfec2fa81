import {
  bannerFor,
  isBannerPath,
  MOBILE_BANNER,
  ONE_SECOND,
  ONE_YEAR,
  SITE_BANNER_FLAG,
  type SiteSettings,
} from "@marquee/contract";
import { Banner } from "@marquee/ui";
import { useEffect, useState } from "react";
import type { ShellCopy } from "../copy/copy.ts";
import { FlagPlace } from "../flags/FlagPlace.tsx";
import { useSite } from "../site/siteContext.tsx";
import { HEADER_SELECTOR } from "./Header.tsx";

/** The mobile menu takes the whole screen below the header, so the header has to be at its top. */
const BESIDE_MENU = "max-md:[html:has([data-mobile-menu][open])_&]:hidden";

/** The banner where its configuration wants it, until the visitor closes it. Error pages have none: they say one thing. */
export function SiteBanner({ copy }: { copy: ShellCopy["banner"] }) {
  const { flags, path, settings } = useSite();
  const { isDismissed, dismiss } = useDismissal(settings);
  const banner = bannerFor(flags[SITE_BANNER_FLAG], path);
  if (isDismissed || path === "") return null;
  if (!banner) return <BannerPlace />;

  const close = () => {
    dismiss();
    // The button is about to go; the keyboard goes on from the next thing on the page.
    document.querySelector<HTMLElement>(`${HEADER_SELECTOR} a`)?.focus({ preventScroll: true });
  };
  return (
    <>
      <BannerPlace />
      <Banner banner={banner} labels={copy} onClose={close} className={BESIDE_MENU} />
    </>
  );
}

/** Rendered wherever any variation of the banner shows, including for visitors without it. */
function BannerPlace() {
  const { assignments, path } = useSite();
  const tried = assignments.find(({ flag }) => flag === SITE_BANNER_FLAG);
  if (!tried || !isBannerPath(tried.pages, path)) return null;
  const isOnMobile = tried.sections.includes(MOBILE_BANNER);
  return <FlagPlace flag={SITE_BANNER_FLAG} className={isOnMobile ? "" : "max-md:hidden"} />;
}

/**
 * Whether the visitor has dismissed the banner, and how to dismiss it. Starts with the server's value, so
 * that both render the same; a document restored from the browser's cache reads its cookies again.
 */
function useDismissal({ bannerCookie: name, cookieDomain: domain, isBannerHidden }: SiteSettings) {
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

interface DismissalCookie {
  name: string;
  /** Parent domain to write on, or null for the host itself. */
  domain: string | null;
  isSecure: boolean;
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

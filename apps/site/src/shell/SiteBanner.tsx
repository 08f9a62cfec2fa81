import {
  bannerFor,
  isBannerPath,
  MOBILE_BANNER,
  ONE_SECOND,
  ONE_YEAR,
  SITE_BANNER_FLAG,
  type SiteBannerConfig,
  type SiteSettings,
} from "@marquee/contract";
import { Banner } from "@marquee/ui";
import { useEffect, useState } from "react";
import { PageText } from "../blocks/PageText.tsx";
import type { ShellCopy } from "../copy/copy.ts";
import { FlagPlace } from "../flags/FlagPlace.tsx";
import { useSite } from "../site/siteContext.tsx";
import { HEADER_SELECTOR } from "./Header.tsx";

/** Hides the banner while the mobile menu is open: the menu fills the screen below the header, so the header must be at the top. */
const BESIDE_MENU = "max-md:[html:has([data-mobile-menu][open])_&]:hidden";

/**
 * The banner, on the pages in its configuration, until the visitor dismisses it. Error pages have it with the star, which stands for every path,
 * and without its close button: they have no script that could close it.
 */
export function SiteBanner({ copy }: { copy: ShellCopy["banner"] }) {
  const { flags, path, settings } = useSite();
  const { isDismissed, dismiss } = useDismissal(settings);
  // Only the server renders error pages.
  const isErrorPage = import.meta.env.SSR && path === "";
  const config = flags[SITE_BANNER_FLAG];
  const banner = bannerFor(isErrorPage ? forErrorPages(config) : config, path);
  if (isDismissed || (isErrorPage && !banner)) return null;
  if (!banner) return <BannerPlace />;

  const close = () => {
    dismiss();
    // The focused button is about to disappear: move the focus to the next link on the page.
    document.querySelector<HTMLElement>(`${HEADER_SELECTOR} a`)?.focus({ preventScroll: true });
  };
  return (
    <>
      <BannerPlace />
      <Banner
        banner={banner}
        labels={copy}
        onClose={isErrorPage ? undefined : close}
        className={BESIDE_MENU}
        Text={PageText}
      />
    </>
  );
}

/** An error page is the same for all paths, so only a star applies to it. */
function forErrorPages({ paths, excludedPaths, ...config }: SiteBannerConfig): SiteBannerConfig {
  const isStar = (pattern: string) => pattern.trim() === "*";
  return { ...config, paths: paths.filter(isStar), excludedPaths: excludedPaths.filter(isStar) };
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
 * Whether the visitor has dismissed the banner, and a function that dismisses it. Starts with the server's value, so that
 * both render the same. A document restored from the back/forward cache checks the cookie again.
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

/**
 * The document's cookies; empty if it may not have any, because reading then throws:
 * https://html.spec.whatwg.org/multipage/dom.html#dom-document-cookie
 */
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
    // Cookies are blocked.
  }
}

interface DismissalCookie {
  name: string;
  /** Parent domain of the cookie, or null for the host only. */
  domain: string | null;
  isSecure: boolean;
}

/**
 * Cookie string for `document.cookie` that hides the dismissed banner for 365 days (specification, section 4). The server reads the
 * cookie and omits the banner from later documents.
 */
export function dismissalCookie({ name, domain, isSecure }: DismissalCookie): string {
  const parts = [`${name}=1`, "path=/", `max-age=${ONE_YEAR / ONE_SECOND}`, "samesite=lax"];
  if (domain) parts.push(`domain=${domain}`);
  if (isSecure) parts.push("secure");
  return parts.join("; ");
}

/** @param cookies in the format of `document.cookie`. */
export function hasCookie(cookies: string, name: string): boolean {
  return cookies.split("; ").some((cookie) => cookie.startsWith(`${name}=`));
}

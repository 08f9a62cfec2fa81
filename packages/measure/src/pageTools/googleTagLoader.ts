import { CONSENT_GROUPS, type GoogleTagTool, redactReferrer, redactUrl } from "@marquee/contract";
import { createCookies } from "../browser/cookies.ts";
import { followHistory } from "../browser/followHistory.ts";
import type { PageTool } from "./pageTool.ts";
import type { LoadScript } from "./scriptPolicy.ts";

interface GoogleTagOptions extends GoogleTagTool {
  load: LoadScript;
}

interface GoogleWindow {
  dataLayer?: unknown[];
  gtag?: (...command: unknown[]) => void;
  /** Google's switches, such as `ga-disable-G-1`: true stops a tag that is loaded. */
  [disabled: `ga-disable-${string}`]: boolean;
}

/** Cookies that Google's tag sets on the site: `_ga`, `_ga_<id>`, `_gid`, `_gcl_au` and others. */
const COOKIES = /^_(?:ga|gid|gcl|gac)(?:_|$)/;

/**
 * Loads Google's tag and passes it the visitor's consent (consent mode,
 * https://developers.google.com/tag-platform/security/guides/consent). Each ID is used from the moment that its group is granted.
 */
export function createGoogleTagLoader(options: GoogleTagOptions): PageTool {
  const { server, analyticsIds, advertisingIds, load } = options;
  const page = window as unknown as GoogleWindow;
  const ids = [...analyticsIds, ...advertisingIds];
  const configured = new Set<string>();

  /** @returns the function that collects commands until Google's script runs them. */
  const defineTag = () => {
    page.dataLayer ??= [];
    page.gtag ??= function gtag() {
      // biome-ignore lint/complexity/noArguments: Google's tag recognizes commands by the type of this object.
      page.dataLayer?.push(arguments);
    };
    return page.gtag;
  };
  return {
    allow(isGranted) {
      const isMeasured = isGranted(CONSENT_GROUPS.analytics);
      const isMarketed = isGranted(CONSENT_GROUPS.marketing);
      const gtag = defineTag();
      const isFirst = configured.size === 0;
      gtag("consent", isFirst ? "default" : "update", consentOf(isMeasured, isMarketed));
      if (isFirst) {
        gtag("js", new Date());
        tellPages(gtag);
        void load(`${server}/gtag/js?id=${encodeURIComponent(ids[0] ?? "")}`);
      }
      const allowed = [...(isMeasured ? analyticsIds : []), ...(isMarketed ? advertisingIds : [])];
      for (const id of ids) page[`ga-disable-${id}`] = !allowed.includes(id);
      for (const id of allowed) {
        if (!configured.has(id)) gtag("config", id);
        configured.add(id);
      }
    },
    withdraw() {
      for (const id of ids) page[`ga-disable-${id}`] = true;
      page.gtag?.("consent", "update", consentOf(false, false));
      removeCookies();
    },
  };
}

function consentOf(isMeasured: boolean, isMarketed: boolean) {
  const marketing = isMarketed ? "granted" : "denied";
  return {
    analytics_storage: isMeasured ? "granted" : "denied",
    ad_storage: marketing,
    ad_user_data: marketing,
    ad_personalization: marketing,
  };
}

/**
 * Passes the URLs of this page and of the previous one to Google's tag, without email addresses and secrets, now and after each client-side navigation.
 * Otherwise it would read them itself. Call it before the tag is loaded: of two history listeners, the first one registered runs first.
 */
function tellPages(gtag: (...command: unknown[]) => void): void {
  let page = redactReferrer(document.referrer, (host) => host === location.host);
  const tell = () => {
    const before = page;
    page = redactUrl(location.href);
    gtag("set", { page_location: page, page_referrer: before });
  };
  tell();
  followHistory(tell);
}

function removeCookies(): void {
  const names = document.cookie.split("; ").map((cookie) => cookie.split("=")[0] ?? "");
  const { remove } = createCookies(null);
  for (const name of names.filter((name) => COOKIES.test(name))) remove(name);
}

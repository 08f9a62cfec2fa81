import { DEPARTMENT_KEY, SNIPPET_SETTINGS_PATH, type SnippetSettings, USER_COOKIE } from "@marquee/contract";
import type { MarqueeApi } from "../boot/exposeApi.ts";
import { startMeasure } from "../boot/startMeasure.ts";
import { reportInternalError } from "../browser/monitor.ts";

let connected: Promise<MarqueeApi | null> | undefined;

/**
 * Measures this page for the site at `origin`: asks for consent if the visitor has not decided, follows client-side navigation, and tracks
 * clicks on marked elements. A page is measured once: later calls return the first one's result.
 * @param origin of the site, such as `https://www.example.com`.
 * @returns `window.marquee`; null on a server, and if the site does not measure this page, which the browser's console explains. Never rejects.
 */
export function connect(origin: string): Promise<MarqueeApi | null> {
  if (typeof document === "undefined") return Promise.resolve(null);
  connected ??= start(origin).catch((error: unknown) => {
    reportInternalError(error);
    return null;
  });
  return connected;
}

async function start(origin: string): Promise<MarqueeApi | null> {
  // A prerendered page may never be shown.
  if (Reflect.get(document, "prerendering"))
    await new Promise((resolve) => document.addEventListener("prerenderingchange", resolve, { once: true }));
  const settings = await readSettings(origin);
  if (!settings) {
    reportInternalError(`${origin} does not measure this host.`);
    return null;
  }
  const { writeKey, cookieDomain, isGrantedByRegion, consentProvider, gtagId } = settings;
  const sharedDomain = cookieDomain && isWithin(cookieDomain) ? cookieDomain : null;
  const measure = startMeasure({
    writeKey,
    endpoint: origin,
    cookieDomain: sharedDomain,
    isGrantedByRegion,
    gtagId,
    // Within the site's domain, the cookie with the email address belongs to the site.
    foreignNames: sharedDomain ? [DEPARTMENT_KEY] : [DEPARTMENT_KEY, USER_COOKIE],
    loadInteractions: () => import("./pageInteractions.ts"),
    ...(consentProvider === "own" && {
      buildConsentDialog: () =>
        import("./consentElement.ts").then((module) => module.addConsentElement(origin)),
    }),
  });
  const { servePage } = await import("./servePage.ts");
  servePage(measure, consentProvider);
  return window.marquee ?? null;
}

/** @returns null if the server rejected this page or could not be reached. Browsers hide the difference. */
async function readSettings(origin: string): Promise<SnippetSettings | null> {
  const response = await fetch(origin + SNIPPET_SETTINGS_PATH, { credentials: "omit" }).catch(() => null);
  return response?.ok ? response.json() : null;
}

/** Whether this page may set cookies on `domain`. */
function isWithin(domain: string): boolean {
  return `.${location.hostname}`.endsWith(`.${domain}`);
}

import { CONSENT_GROUPS } from "../consent/consent.ts";
import { defineConnection, ListField, UrlField } from "./connectionDefinition.schema.ts";

const GOOGLE = "https://www.googletagmanager.com";
/**
 * Hosts that Google's tag reports analytics to
 * (https://developers.google.com/tag-platform/security/guides/csp).
 */
const ANALYTICS = ["https://*.google-analytics.com", "https://*.analytics.google.com", GOOGLE];
/** Additional hosts for Google Ads. */
const ADS = [
  "https://www.googleadservices.com",
  "https://googleads.g.doubleclick.net",
  "https://pagead2.googlesyndication.com",
  "https://www.google.com",
];
const ADS_FRAMES = ["https://td.doubleclick.net", GOOGLE];
const REFUSED =
  "Tag Manager containers (GTM-…) and custom HTML are not accepted: they run code that no one here has reviewed, and the pages' policy blocks it.";

/** Google's tag on the pages. */
export const GOOGLE_TAG = defineConnection({
  title: "Google tag",
  purpose: "Reports visits to Google Analytics, and conversions to Google Ads.",
  dataFlow: [
    "Browsers of visitors who consented load Google's script and send Google their page views, IP address and Google's own cookies.",
    "Events here get Google's client and session ID, which the browser caches for 30 minutes.",
    "Email addresses in the URL of the page are removed first.",
  ],
  consent: CONSENT_GROUPS.analytics,
  settings: {
    analyticsIds: ListField({
      title: "Analytics IDs",
      description: `One per line, such as G-AB12CD34EF. Used after consent to analytics (${CONSENT_GROUPS.analytics}).`,
      pattern: "(?:G|GT)-[A-Z0-9]{3,20}",
      maxItems: 5,
      problem: `Use IDs such as G-AB12CD34EF, one per line. ${REFUSED}`,
    }),
    advertisingIds: ListField({
      title: "Advertising IDs",
      description: `One per line, such as AW-123456789. Used after consent to marketing (${CONSENT_GROUPS.marketing}).`,
      pattern: "(?:AW|DC)-[A-Z0-9]{3,20}",
      maxItems: 5,
      problem: `Use IDs such as AW-123456789, one per line. ${REFUSED}`,
    }),
    server: UrlField({
      title: "Tag server",
      description: "Your own, if you use server-side tagging. Analytics is then reported to it alone.",
      default: GOOGLE,
      problem: `Use the URL of a tag server, such as ${GOOGLE}.`,
    }),
  },
  secrets: {},
  problem: ({ analyticsIds, advertisingIds }) =>
    analyticsIds.length + advertisingIds.length > 0 ? null : "Enter at least one ID.",
  recipient: () => "Google",
  runsScripts: true,
  sources({ server, advertisingIds }) {
    const { origin } = new URL(server);
    const analytics = origin === GOOGLE ? ANALYTICS : [origin];
    const ads = advertisingIds.length > 0 ? ADS : [];
    return {
      script: [origin, ...ads],
      connect: [...analytics, ...ads],
      image: [...analytics, ...ads],
      frame: ads.length > 0 ? ADS_FRAMES : [],
    };
  },
});

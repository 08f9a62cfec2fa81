/** A click on an ad, as a click ID in the URL of the landing page proves it. */
export interface PaidClick {
  /** Name of the network as a source. */
  network: string;
  /** Types of the sites that show the network's ads, if visits from them keep the site's name. */
  shownOn: readonly string[];
  /** `cpc`, or `display` for networks that show banners only. */
  medium: "cpc" | "display";
}

const GOOGLE: PaidClick = { network: "Google", shownOn: ["search", "video"], medium: "cpc" };
const paid = (network: string, ...shownOn: string[]): PaidClick => ({ network, shownOn, medium: "cpc" });

/**
 * Lowercase parameters that networks add only to links of ads. Excludes those that also occur in unpaid links: `fbclid` and `igshid` (Meta adds them to every
 * link), `srsltid` (free listings of Google Merchant Center), `ysclid` (Yandex's unpaid results), and `gclsrc`, which only describes the accompanying
 * `gclid`.
 */
const CLICK_IDS = new Map<string, PaidClick>([
  // https://support.google.com/google-ads/answer/9744275 (auto-tagging), /10417364 (gbraid, wbraid), /16193746 (gad_ parameters)
  ...["gclid", "gbraid", "wbraid", "gad_source", "gad_campaignid"].map((name) => [name, GOOGLE] as const),
  // Campaign Manager 360 and Display & Video 360: https://support.google.com/campaignmanager/answer/9182069
  ["dclid", { ...GOOGLE, medium: "display" }],
  // Also ads on Yahoo and DuckDuckGo: https://help.ads.microsoft.com/apex/index/3/en/60000
  ["msclkid", paid("Bing", "search")],
  // Direct: https://yandex.com/support/direct/statistics/url-tags.html; Yahoo! JAPAN Ads has the same name.
  ["yclid", paid("Yandex", "search")],
  // https://ads.tiktok.com/help/article/tiktok-click-id
  ["ttclid", paid("TikTok", "video")],
  // https://business.x.com/en/help/campaign-measurement-and-analytics/conversion-tracking-for-websites
  ["twclid", paid("X", "social")],
  // https://www.linkedin.com/help/lms/answer/a423304 (first-party cookies of the Insight Tag)
  ["li_fat_id", paid("LinkedIn", "social")],
  // https://business.reddithelp.com/s/article/click-id-attribution
  ["rdt_cid", paid("Reddit", "social")],
  // https://businesshelp.snapchat.com/s/article/click-id
  ["sccid", paid("Snapchat", "social")],
  // https://help.pinterest.com/en/business/article/add-event-codes
  ["epik", paid("Pinterest", "social")],
  // https://quoraadsupport.zendesk.com/hc/en-us/articles/115010466208
  ["qclid", paid("Quora", "social")],
]);

/** The click on an ad that led to a page. @param query of the page's URL. @returns null without a click ID that proves one. */
export function paidClickIn(query: URLSearchParams | null): PaidClick | null {
  if (!query) return null;
  for (const [name, value] of query) {
    const click = value === "" ? undefined : CLICK_IDS.get(name.toLowerCase());
    if (click) return click;
  }
  return null;
}

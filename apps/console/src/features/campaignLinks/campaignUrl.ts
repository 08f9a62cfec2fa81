import { type Channel, campaignValue, channelOf, sourceOf } from "@marquee/contract";
import type { CampaignLinkDefinition } from "@marquee/contract/schema";

/** Campaign parameters of a link, in the order of the form and the URL. */
export const CAMPAIGN_FIELDS = ["source", "medium", "campaign", "content", "term"] as const;
export type CampaignField = (typeof CAMPAIGN_FIELDS)[number];

type Names = Pick<CampaignLinkDefinition, CampaignField>;

/** The URL of a link; null while the destination is not valid. @param origin of the site, for paths. */
export function campaignUrl(
  { destination, ...names }: Names & Pick<CampaignLinkDefinition, "destination">,
  origin: string,
): string | null {
  const url = URL.parse(destination.trim() || "/", `${origin}/`);
  if (!url?.protocol.startsWith("http")) return null;
  for (const field of CAMPAIGN_FIELDS) {
    const name = names[field].trim();
    if (name) url.searchParams.set(`utm_${field}`, name);
    else url.searchParams.delete(`utm_${field}`);
  }
  return url.href;
}

/** The channel that visits through a link will have. */
export function channelOfLink({ source, medium, campaign }: Names): Channel {
  const utm = { source: source.trim(), medium: medium.trim(), campaign: campaign.trim() };
  return channelOf({ ...utm, source: sourceOf({ utm, referrerHost: "", siteHosts: [] }) });
}

/** A name that is almost the same as one used before. */
export interface NameWarning {
  usedName: string;
  /** Whether they differ only in spaces and separators. */
  isSameWord: boolean;
}

/** Warns of a name that reports would count separately from one used before. @param usedNames most used first. */
export function warnOfName(name: string, usedNames: readonly string[]): NameWarning | null {
  const value = campaignValue(name);
  if (value === "" || usedNames.some((each) => campaignValue(each) === value)) return null;
  const same = usedNames.find((each) => plain(each) === plain(value));
  if (same !== undefined) return { usedName: same, isSameWord: true };
  const similar = usedNames.find((each) => isMisspelled(plain(value), plain(each)));
  return similar === undefined ? null : { usedName: similar, isSameWord: false };
}

const plain = (name: string) => name.toLowerCase().replace(/[\s_.+-]+/g, "-");

/** Shorter names are often different words: "may" and "day". */
const SHORTEST = 5;

/**
 * Whether one letter was changed, added or left out, or two neighbors were swapped. Numbers differ on purpose: "issue-3" and
 * "issue-4".
 */
function isMisspelled(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < SHORTEST || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  if (/\d/.test(left + right)) return false;
  const isSwapped = left.length === 2 && left[0] === right[1] && left[1] === right[0];
  return (left.length <= 1 && right.length <= 1) || isSwapped;
}

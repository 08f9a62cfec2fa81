import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { Random, Weighted } from "./random.ts";
import { readTable } from "./table.ts";

/** A made-up visitor's location and device, the same in every visit. */
export interface DemoPerson {
  country: string;
  /** Of the browser. */
  locale: string;
  timezone: string;
  /** Hours ahead of UTC, without daylight saving time. */
  utcOffset: number;
  /** Width and height of the screen in CSS pixels. */
  screen: { width: number; height: number };
  isMobile: boolean;
  /** User agent of the browser at a time: browsers update themselves. */
  userAgentAt(at: Timestamp): string;
}

/** Locations of visitors. More of them decline analytics where the law requires asking. */
const PLACES = readTable<"share" | "locale" | "timezone" | "offset" | "declining">(`
  share | locale | timezone            | offset | declining
  22    | en-US  | America/New_York    | -5     | 0.2
  11    | en-US  | America/Los_Angeles | -8     | 0.2
  2     | es-US  | America/Chicago     | -6     | 0.2
  4     | en-CA  | America/Toronto     | -5     | 0.2
  10    | en-GB  | Europe/London       | 0      | 0.28
  11    | de-DE  | Europe/Berlin       | 1      | 0.4
  2     | de-AT  | Europe/Vienna       | 1      | 0.4
  2     | de-CH  | Europe/Zurich       | 1      | 0.33
  8     | fr-FR  | Europe/Paris        | 1      | 0.38
  1.5   | fr-BE  | Europe/Brussels     | 1      | 0.36
  6     | es-ES  | Europe/Madrid       | 1      | 0.31
  3     | es-MX  | America/Mexico_City | -6     | 0.2
  5     | it-IT  | Europe/Rome         | 1      | 0.3
  6     | pt-BR  | America/Sao_Paulo   | -3     | 0.22
  1     | pt-PT  | Europe/Lisbon       | 0      | 0.28
  2.5   | nl-NL  | Europe/Amsterdam    | 1      | 0.36
  6     | en-IN  | Asia/Kolkata        | 5.5    | 0.15
  3     | en-AU  | Australia/Sydney    | 10     | 0.2
  1.5   | ja-JP  | Asia/Tokyo          | 9      | 0.2`).map(({ locale, ...row }) => ({
  ...row,
  locale,
  country: locale.slice(3),
  utcOffset: Number(row.offset),
  declining: Number(row.declining),
}));

const WINDOWS = "Windows NT 10.0; Win64; x64";
const MAC = "Macintosh; Intel Mac OS X 10_15_7";
const ANDROID = "Linux; Android 10; K";
const chromium = (system: string, version: number, more = "") =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0${more} Safari/537.36`;
const webKit = (system: string, version: string, more = "") =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}${more} Safari/605.1.15`;
const iPhone = (version: string) =>
  webKit(`iPhone; CPU iPhone OS ${version.replace(".", "_")} like Mac OS X`, version, " Mobile/15E148");
const firefox = (system: string, version: number) =>
  `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const samsung = (version: number) =>
  chromium(ANDROID, version, " Mobile").replace("Chrome", "SamsungBrowser/29.0 Chrome");

const MACHINES: Weighted<Pick<DemoPerson, "screen" | "userAgentAt" | "isMobile">> = (
  [
    [17, 1920, 1080, (at) => chromium(WINDOWS, chromeAt(at))],
    [12, 1536, 864, (at) => chromium(WINDOWS, chromeAt(at))],
    [14, 1440, 900, (at) => chromium(MAC, chromeAt(at))],
    [8, 1920, 1080, (at) => chromium(WINDOWS, chromeAt(at), ` Edg/${chromeAt(at)}.0.0.0`)],
    [9, 1728, 1117, (at) => webKit(MAC, safariAt(at))],
    [4, 1366, 768, (at) => firefox(WINDOWS, chromeAt(at) + 2)],
    [2, 2560, 1440, (at) => firefox("X11; Linux x86_64", chromeAt(at) + 2)],
    [17, 393, 852, (at) => iPhone(safariAt(at))],
    [13, 412, 915, (at) => chromium(ANDROID, chromeAt(at), " Mobile")],
    [2, 384, 854, (at) => samsung(chromeAt(at) - 6)],
    [2, 820, 1180, () => webKit("iPad; CPU OS 18_5 like Mac OS X", "18.5", " Mobile/15E148")],
  ] as const satisfies readonly (readonly [number, number, number, DemoPerson["userAgentAt"]])[]
).map(([share, width, height, userAgentAt]) => [
  { screen: { width, height }, userAgentAt, isMobile: width < 600 },
  share,
]);

/** Chrome 133 was released on February 4, 2025, and since then a version about every four weeks. */
function chromeAt(at: Timestamp): number {
  return 133 + Math.floor((at - Date.UTC(2025, 1, 4)) / (29 * ONE_DAY));
}

/** Safari 26.0 came in September 2025, with point releases about every two months. */
function safariAt(at: Timestamp): string {
  const months = Math.floor((at - Date.UTC(2025, 8, 15)) / (60 * ONE_DAY));
  return months < 0 ? "18.6" : `26.${Math.min(months, 9)}`;
}

const WEIGHTED_PLACES = PLACES.map((place) => [place, Number(place.share)] as const);

export function createPerson(random: Random): DemoPerson {
  const { country, locale, timezone, utcOffset } = random.pick(WEIGHTED_PLACES);
  return { country, locale, timezone, utcOffset, ...random.pick(MACHINES) };
}

/** How many visitors without consent a country has for each one with consent. */
export function declinersPerConsent(country: string): number {
  const declining = PLACES.find((place) => place.country === country)?.declining ?? 0;
  return declining / (1 - declining);
}

/** User agents of crawlers, whose page views are not counted as traffic. */
export const CRAWLERS = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
].map((userAgent) => () => userAgent);

import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { Random, Weighted } from "./random.ts";

/** A made-up visitor's place and machine, the same in every visit. */
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

type Place = Pick<DemoPerson, "country" | "locale" | "timezone" | "utcOffset">;
type Machine = Omit<DemoPerson, keyof Place>;

const place = (country: string, locale: string, timezone: string, utcOffset: number): Place => ({
  country,
  locale,
  timezone,
  utcOffset,
});

const PLACES: Weighted<Place> = [
  [place("US", "en-US", "America/New_York", -5), 22],
  [place("US", "en-US", "America/Los_Angeles", -8), 11],
  [place("US", "es-US", "America/Chicago", -6), 2],
  [place("CA", "en-CA", "America/Toronto", -5), 4],
  [place("GB", "en-GB", "Europe/London", 0), 10],
  [place("DE", "de-DE", "Europe/Berlin", 1), 11],
  [place("AT", "de-AT", "Europe/Vienna", 1), 2],
  [place("CH", "de-CH", "Europe/Zurich", 1), 2],
  [place("FR", "fr-FR", "Europe/Paris", 1), 8],
  [place("BE", "fr-BE", "Europe/Brussels", 1), 1.5],
  [place("ES", "es-ES", "Europe/Madrid", 1), 6],
  [place("MX", "es-MX", "America/Mexico_City", -6), 3],
  [place("IT", "it-IT", "Europe/Rome", 1), 5],
  [place("BR", "pt-BR", "America/Sao_Paulo", -3), 6],
  [place("PT", "pt-PT", "Europe/Lisbon", 0), 1],
  [place("NL", "nl-NL", "Europe/Amsterdam", 1), 2.5],
  [place("IN", "en-IN", "Asia/Kolkata", 5.5), 6],
  [place("AU", "en-AU", "Australia/Sydney", 10), 3],
  [place("JP", "ja-JP", "Asia/Tokyo", 9), 1.5],
];

const WINDOWS = "Windows NT 10.0; Win64; x64";
const MAC = "Macintosh; Intel Mac OS X 10_15_7";
const chromium = (system: string, version: number, more = "") =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0${more} Safari/537.36`;
const webKit = (system: string, version: string, more = "") =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}${more} Safari/605.1.15`;
const iPhone = (version: string) =>
  webKit(`iPhone; CPU iPhone OS ${version.replace(".", "_")} like Mac OS X`, version, " Mobile/15E148");

const machine = (
  width: number,
  height: number,
  userAgentAt: Machine["userAgentAt"],
  isMobile = false,
): Machine => ({ screen: { width, height }, userAgentAt, isMobile });

const MACHINES: Weighted<Machine> = [
  [machine(1920, 1080, (at) => chromium(WINDOWS, chromeAt(at))), 17],
  [machine(1536, 864, (at) => chromium(WINDOWS, chromeAt(at))), 12],
  [machine(1440, 900, (at) => chromium(MAC, chromeAt(at))), 14],
  [machine(1920, 1080, (at) => chromium(WINDOWS, chromeAt(at), ` Edg/${chromeAt(at)}.0.0.0`)), 8],
  [machine(1728, 1117, (at) => webKit(MAC, safariAt(at))), 9],
  [machine(1366, 768, (at) => firefox(WINDOWS, chromeAt(at))), 4],
  [machine(2560, 1440, (at) => firefox("X11; Linux x86_64", chromeAt(at))), 2],
  [machine(393, 852, (at) => iPhone(safariAt(at)), true), 17],
  [machine(412, 915, (at) => chromium("Linux; Android 10; K", chromeAt(at), " Mobile"), true), 13],
  [
    machine(
      384,
      854,
      (at) =>
        `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/${chromeAt(at) - 6}.0.0.0 Mobile Safari/537.36`,
      true,
    ),
    2,
  ],
  [machine(820, 1180, () => webKit("iPad; CPU OS 18_5 like Mac OS X", "18.5", " Mobile/15E148")), 2],
];

/** Chrome 133 was released on February 4, 2025, and since then a version about every four weeks. */
const CHROME_133 = Date.UTC(2025, 1, 4);

function chromeAt(at: Timestamp): number {
  return 133 + Math.floor((at - CHROME_133) / (29 * ONE_DAY));
}

/** Safari 26.0 came in September 2025, with point releases about every two months. */
function safariAt(at: Timestamp): string {
  const months = Math.floor((at - Date.UTC(2025, 8, 15)) / (60 * ONE_DAY));
  return months < 0 ? "18.6" : `26.${Math.min(months, 9)}`;
}

const firefox = (system: string, version: number) =>
  `Mozilla/5.0 (${system}; rv:${version + 2}.0) Gecko/20100101 Firefox/${version + 2}.0`;

/** Share of visitors who decline analytics, by country. Where the law makes sites ask, more do. */
const DECLINING: Readonly<Record<string, number>> = {
  ...{ DE: 0.4, AT: 0.4, FR: 0.38, NL: 0.36, BE: 0.36, CH: 0.33, ES: 0.31, IT: 0.3, PT: 0.28, GB: 0.28 },
};
const DECLINING_ELSEWHERE = 0.2;

/** How many visitors without consent a country has for each one with consent. */
export function declinersPerConsent(country: string): number {
  const share = DECLINING[country] ?? DECLINING_ELSEWHERE;
  return share / (1 - share);
}

export function createPerson(random: Random): DemoPerson {
  return { ...random.pick(PLACES), ...random.pick(MACHINES) };
}

/** User agents of crawlers, whose page views are not counted as traffic. */
export const CRAWLERS = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
].map((userAgent) => () => userAgent);

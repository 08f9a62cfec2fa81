import {
  attributeVisit,
  LANDING_PATHS,
  LOCALES,
  localizePath,
  ONE_DAY,
  ONE_HOUR,
  ONE_MINUTE,
  ONE_SECOND,
  screenClassOf,
  sourceOf,
  type Timestamp,
} from "@marquee/contract";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { SiteIdentity } from "../config/siteOf.ts";
import type { EventRow } from "../storage/events/eventRow.types.ts";

type Weighted<Value> = readonly (readonly [value: Value, weight: number])[];

const PAGES: Weighted<string> = [
  ["/", 40],
  ["/pricing", 24],
  ...LOCALES.slice(1).map((locale) => [localizePath("/pricing", locale), 2.5] as const),
  ...LANDING_PATHS.map((path) => [path, 6] as const),
];
const SOURCES: Weighted<{ source: string; medium: string }> = [
  [{ source: "(direct)", medium: "" }, 34],
  [{ source: "google.com", medium: "" }, 30],
  [{ source: "bing.com", medium: "" }, 6],
  [{ source: "duckduckgo.com", medium: "" }, 4],
  [{ source: "chatgpt.com", medium: "" }, 7],
  [{ source: "linkedin.com", medium: "" }, 8],
  [{ source: "newsletter", medium: "email" }, 7],
  [{ source: "partners", medium: "referral" }, 4],
];
/** With the width of the screen in CSS pixels. */
const BROWSERS: Weighted<{ browser: string; os: string; device: string; width: number }> = [
  [{ browser: "Chrome", os: "Windows", device: "desktop", width: 1920 }, 20],
  [{ browser: "Chrome", os: "Windows", device: "desktop", width: 1536 }, 14],
  [{ browser: "Chrome", os: "macOS", device: "desktop", width: 1440 }, 16],
  [{ browser: "Safari", os: "macOS", device: "desktop", width: 1728 }, 9],
  [{ browser: "Firefox", os: "Windows", device: "desktop", width: 1366 }, 6],
  [{ browser: "Safari", os: "iOS", device: "mobile", width: 393 }, 19],
  [{ browser: "Chrome", os: "Android", device: "mobile", width: 412 }, 14],
  [{ browser: "Safari", os: "iOS", device: "tablet", width: 820 }, 2],
];
const PLACES: Weighted<{ country: string; locale: string; language: string }> = [
  [{ country: "US", locale: "en-US", language: "en" }, 44],
  [{ country: "GB", locale: "en-GB", language: "en" }, 11],
  [{ country: "DE", locale: "de-DE", language: "de" }, 10],
  [{ country: "FR", locale: "fr-FR", language: "fr" }, 8],
  [{ country: "ES", locale: "es-ES", language: "es" }, 7],
  [{ country: "BR", locale: "pt-BR", language: "pt" }, 7],
  [{ country: "IN", locale: "en-IN", language: "en" }, 9],
  [{ country: "JP", locale: "ja-JP", language: "ja" }, 4],
];
/** Relative number of visits by hour of the day, from midnight, and by weekday, from Sunday. */
const HOURS = [1, 1, 1, 1, 1, 2, 4, 7, 11, 14, 15, 14, 12, 13, 14, 14, 13, 11, 9, 8, 7, 5, 3, 2];
const WEEKDAYS = [0.45, 1.05, 1.15, 1.15, 1.1, 0.95, 0.45];
const VISITS_A_DAY = 160;
/** Share of visits by returning visitors. */
const RETURNING = 0.35;

const EMPTY = {
  event: "",
  name: "",
  user_id: "",
  group_id: "",
  audience: "visitor" as const,
  title: "",
  utm_campaign: "",
  utm_content: "",
  utm_term: "",
  page_version: "",
  timezone: "UTC",
  first_campaign: "",
  last_campaign: "",
  last_content: "",
  last_term: "",
  variations: [],
  browser_version: "",
  os_version: "",
  bot: "",
  library: "demo",
  library_version: "1",
  properties: "{}",
  traits: "{}",
  context: "{}",
  write_key: "demo",
} satisfies Partial<EventRow>;

/**
 * The page views of one synthetic day: visits of one to six pages with a daily and weekly pattern. The same seed and day give the same rows.
 * @param day start of the day, in milliseconds since the epoch.
 * @param seed of the random numbers.
 * @param site that the visits belong to; its host is that of the page URLs.
 */
export function demoDay({
  day,
  seed,
  site,
}: {
  day: Timestamp;
  seed: number;
  site: SiteIdentity;
}): EventRow[] {
  const number = Math.floor(day / ONE_DAY);
  const generator = xoroshiro128plus(seed * 100_003 + number);
  const random = () => uniformFloat64(generator);
  const growth = 1 + (number % 365) / 730;
  const visits = Math.round(
    VISITS_A_DAY * (WEEKDAYS[new Date(day).getUTCDay()] ?? 1) * growth * (0.85 + 0.3 * random()),
  );
  return Array.from({ length: visits }, (_, index) => {
    const isReturning = random() < RETURNING;
    const visitor = isReturning
      ? `demo-returning-${Math.floor(random() ** 2 * 600)}`
      : `demo-${number}-${index}`;
    return demoVisit({ visitor, day, site, id: `demo-${seed}-${number}-${index}`, random });
  }).flat();
}

interface Visit {
  visitor: string;
  day: Timestamp;
  site: SiteIdentity;
  id: string;
  random: () => number;
}

function demoVisit({ visitor, day, site, id, random }: Visit): EventRow[] {
  const { host } = site;
  const hour = pick(
    HOURS.map((weight, each) => [each, weight] as const),
    random,
  );
  const startedAt = day + hour * ONE_HOUR + Math.floor(random() * ONE_HOUR);
  let at = startedAt;
  const { source, medium } = pick(SOURCES, random);
  const { width, ...machine } = pick(BROWSERS, random);
  const pages = 1 + Math.floor(random() ** 2 * 6);
  const place = pick(PLACES, random);
  return Array.from({ length: pages }, (_, index) => {
    const path = pick(PAGES, random);
    const isFirst = index === 0;
    const utm =
      isFirst && medium ? { utm_source: source, utm_medium: medium } : { utm_source: "", utm_medium: "" };
    const referrerHost = isFirst ? (source.includes(".") ? source : "") : host;
    const own = { source: utm.utm_source, medium: utm.utm_medium, campaign: "" };
    const ownSource = sourceOf({ utm: own, referrerHost, siteHosts: site.hosts });
    const last = { source, medium, campaign: "" };
    const visit = attributeVisit({ source: ownSource, utm: own, last });
    const row: EventRow = {
      ...EMPTY,
      ...machine,
      ...place,
      screen_class: screenClassOf(width),
      ...utm,
      message_id: `${id}-${index}`,
      type: "page",
      received_at: at,
      timestamp: at,
      original_timestamp: at,
      anonymous_id: visitor,
      visitor_id: visitor,
      session_id: startedAt,
      site: site.id,
      url: `https://${host}${path}`,
      host,
      path,
      referrer: referrerHost ? `https://${referrerHost}/` : "",
      referrer_host: referrerHost,
      source: ownSource,
      visit_source: visit.source,
      channel: visit.channel,
      first_source: source,
      first_medium: medium,
      last_source: source,
      last_medium: medium,
      demo: 1,
    };
    at += 8 * ONE_SECOND + Math.floor(random() * 3 * ONE_MINUTE);
    return row;
  });
}

function pick<Value>(choices: Weighted<Value>, random: () => number): Value {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = random() * total;
  for (const [value, weight] of choices) {
    rest -= weight;
    if (rest < 0) return value;
  }
  throw new Error("There is nothing to pick from.");
}

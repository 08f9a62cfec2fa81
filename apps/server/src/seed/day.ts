import { type Attribution, attributionOf, ONE_DAY, ONE_HOUR, type Timestamp } from "@marquee/contract";
import type { SiteIdentity } from "../config/siteOf.ts";
import { type Arrival, arrivalsOn } from "./arrivals.ts";
import { CRAWLERS, createPerson } from "./audience.ts";
import type { DemoError } from "./errors.ts";
import type { DemoExperiment } from "./experiments.ts";
import { DEMO_VISITOR } from "./marks.ts";
import { createRandom, type Random } from "./random.ts";
import type { SitePage } from "./sitePage.ts";
import { type Story, seasonOf } from "./story.ts";
import { demoVisit } from "./visit.ts";
import type { DemoVisit, DemoVisitor } from "./visit.types.ts";

export interface DayOptions {
  /** Start of the day (UTC). */
  day: Timestamp;
  seed: number;
  story: Story;
  site: SiteIdentity;
  /** Under which visitors reach the site. */
  origin: string;
  /** Pages of the site by path. */
  pages: ReadonlyMap<string, SitePage>;
  experiments: readonly DemoExperiment[];
  errors: readonly DemoError[];
}

/** Relative number of visits by hour of the visitor's day, from midnight. */
const HOURS = [1, 1, 1, 1, 1, 2, 4, 7, 11, 14, 15, 14, 12, 13, 14, 14, 13, 11, 9, 8, 7, 5, 3, 2];
/** Share of visits by visitors who come again and again, and how many of those there are. */
const RETURNING = 0.3;
const REGULARS = 1400;
const CUSTOMERS = 0.04;
const CRAWLER_VISITS = 7;

/** The visits of one day, none of them later than the story's present. The same options give the same visits. */
export function demoDay({ day, seed, story, ...rest }: DayOptions): DemoVisit[] {
  const number = Math.floor(day / ONE_DAY);
  const random = createRandom(seed, number);
  const sources = arrivalsOn(story, day);
  const average = sources.reduce((sum, [, weight]) => sum + weight, 0);
  const count = Math.round(average * seasonOf(story, day) * (0.9 + 0.2 * random.next()));
  const visits = Array.from({ length: count + CRAWLER_VISITS }, (_, index): DemoVisit | null => {
    const own = createRandom(seed, number, index);
    const id = `${DEMO_VISITOR}${seed}-${number}-${index}`;
    const arrival = own.pick(sources)(own);
    const visitor = index < count ? visitorOf(id, seed, own) : crawler(id, own);
    const hour = own.pick(HOURS.map((weight, each) => [each, weight] as const));
    const local = (hour - visitor.person.utcOffset + 24) % 24;
    const startedAt = day + (Math.floor((local + own.next()) * ONE_HOUR) % ONE_DAY);
    if (startedAt > story.now) return null;
    return untilNow(demoVisit({ ...rest, id, visitor, arrival, startedAt, story, random: own }), story);
  });
  return visits.filter((visit) => visit !== null);
}

function untilNow({ events, views, form }: DemoVisit, { now }: Story): DemoVisit {
  return {
    events: events.filter(({ timestamp }) => timestamp <= now),
    views: views.filter(({ at }) => at <= now),
    form: form && form.at <= now ? form : null,
  };
}

function visitorOf(id: string, seed: number, random: Random): DemoVisitor {
  if (!random.chance(RETURNING))
    return { id, person: createPerson(random), isCustomer: random.chance(CUSTOMERS), first: null };
  const index = Math.floor(random.next() ** 2 * REGULARS);
  const own = createRandom(seed, -1, index);
  return {
    id: `${DEMO_VISITOR}${seed}-regular-${index}`,
    person: createPerson(own),
    isCustomer: own.chance(CUSTOMERS),
    first: own.oneOf(FIRST_TOUCHES),
  };
}

function crawler(id: string, random: Random): DemoVisitor {
  const userAgent = random.oneOf(CRAWLERS);
  const person = { ...createPerson(random), userAgentAt: () => userAgent };
  return { id, person, isCustomer: false, first: null };
}

const touchOf = (utm: Arrival["utm"], referrer: string) =>
  attributionOf({ url: `https://demo.example/?${new URLSearchParams(utm)}`, referrer, ownHosts: [] });

/** How regular visitors came the first time. */
const FIRST_TOUCHES: readonly (Attribution | null)[] = [
  touchOf({}, "https://www.google.com/"),
  touchOf({}, "https://www.linkedin.com/"),
  touchOf({ utm_source: "newsletter", utm_medium: "email", utm_campaign: "product-news" }, ""),
  touchOf({ utm_source: "google", utm_medium: "cpc", utm_campaign: "brand" }, "https://www.google.com/"),
];

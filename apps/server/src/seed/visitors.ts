import {
  ALL_CONSENT_GROUPS,
  attributionOf,
  CONSENT_GROUPS,
  ONE_DAY,
  type Timestamp,
} from "@marquee/contract";
import { type Arrival, arrivalBy, type Source, sourcesOn } from "./arrivals.ts";
import { CRAWLERS, createPerson } from "./audience.ts";
import { DEMO_VISITOR } from "./marks.ts";
import { createRandom, type Random, type Weighted } from "./random.ts";
import { seasonOf, weekdayOf } from "./story.ts";
import type { DayOptions, DemoVisitor } from "./visit.types.ts";

/** A visit that starts on a day. */
interface Coming {
  /** Unique, the same for the same visit. */
  id: string;
  visitor: DemoVisitor;
  arrival: Arrival;
  random: Random;
}

type Coverage = Pick<DayOptions, "day" | "seed" | "story" | "since">;

/** Share of an average day's visits by visitors who come for the first time. */
const NEW = 0.67;
/** Maximum number of days until a visitor comes back. */
const MOST_DAYS = 90;
/** Share of a day's new visitors who come back this many days later. Most of them do within two weeks. */
const returningAfter = (days: number) => 0.03 * Math.exp(-days / 8) + 0.004 * Math.exp(-days / 50);
/** How much more frequent typed addresses and bookmarks are for later visits than for first ones. */
const DIRECT_RETURNS = 5;
const isDirect = ({ referrer, utm }: Source) => referrer === "" && utm === null;
const CUSTOMERS = 0.04;
const CRAWLER_VISITS = 7;

const { necessary, analytics, functional } = CONSENT_GROUPS;
/** What visitors with consent to analytics grant. */
const GRANTED: Weighted<DemoVisitor["groups"]> = [
  [ALL_CONSENT_GROUPS, 78],
  [[necessary, analytics, functional], 9],
  [[necessary, analytics], 13],
];

export const dayNumber = (day: Timestamp) => Math.floor(day / ONE_DAY);

/** All visits of a day: new visitors, returning ones, and crawlers. */
export function comingOn(coverage: Coverage): Coming[] {
  const { day, seed, story } = coverage;
  const newcomers = Array.from({ length: countNew(coverage) }, (_, index) => newcomer(index, coverage));
  const crawlers = Array.from({ length: CRAWLER_VISITS }, (_, index) => crawler(index, { day, seed, story }));
  return [...newcomers, ...returningOn(coverage), ...crawlers];
}

function countNew({ day, seed, story }: Omit<Coverage, "since">): number {
  const average = sourcesOn(story, day).reduce((sum, [, weight]) => sum + weight, 0);
  const change = 0.9 + 0.2 * createRandom(seed, dayNumber(day)).next();
  return Math.round(NEW * average * seasonOf(story, day) * change);
}

function newcomer(index: number, { day, seed, story }: Omit<Coverage, "since">): Coming {
  const random = createRandom(seed, dayNumber(day), index);
  const id = `${DEMO_VISITOR}${seed}-${dayNumber(day)}-${index}`;
  const arrival = arrivalOn({ day, story }, random);
  const visitor: DemoVisitor = {
    id,
    person: createPerson(random),
    isCustomer: random.chance(CUSTOMERS),
    first: null,
    groups: random.pick(GRANTED),
  };
  return { id, visitor, arrival, random };
}

/** Later visits of the new visitors of earlier days. Some of them come back often. */
function returningOn({ day, seed, story, since }: Coverage): Coming[] {
  const random = createRandom(seed, -1, dayNumber(day));
  const sources = sourcesOn(story, day).map(
    ([source, visits]) => [source, isDirect(source) ? DIRECT_RETURNS * visits : visits] as const,
  );
  const lags = Math.min(MOST_DAYS, (day - since) / ONE_DAY);
  return Array.from({ length: lags }, (_, index) => index + 1).flatMap((days) => {
    const firstDay = { day: day - days * ONE_DAY, seed, story };
    const newcomers = countNew(firstDay);
    const count = Math.floor(newcomers * returningAfter(days) * weekdayOf(day) + random.next());
    const indexes = Array.from({ length: count }, () => Math.floor(random.next() ** 2 * newcomers));
    return [...new Set(indexes)].map((index): Coming => {
      const { id, visitor, arrival } = newcomer(index, firstDay);
      const visitRandom = createRandom(seed, dayNumber(day), -days, index);
      return {
        id: `${id}-${dayNumber(day)}`,
        visitor: { ...visitor, first: touchOf(arrival) },
        arrival: arrivalOn({ day, story }, visitRandom, sources),
        random: visitRandom,
      };
    });
  });
}

function arrivalOn(
  { day, story }: Pick<Coverage, "day" | "story">,
  random: Random,
  sources = sourcesOn(story, day),
): Arrival {
  return arrivalBy(random.pick(sources), { story, day, random });
}

function touchOf({ utm, referrer }: Arrival) {
  return attributionOf({ url: `https://demo.example/?${new URLSearchParams(utm)}`, referrer, ownHosts: [] });
}

function crawler(index: number, { day, seed, story }: Omit<Coverage, "since">): Coming {
  const random = createRandom(seed, -6, dayNumber(day), index);
  const id = `${DEMO_VISITOR}${seed}-${dayNumber(day)}-crawler-${index}`;
  const person = { ...createPerson(random), userAgentAt: random.oneOf(CRAWLERS) };
  const visitor: DemoVisitor = { id, person, isCustomer: false, first: null, groups: ALL_CONSENT_GROUPS };
  return { id, visitor, arrival: arrivalOn({ day, story }, random), random };
}

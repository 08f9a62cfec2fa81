import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import type { Story } from "./story.ts";
import { demoVisit } from "./visit.ts";
import type { DayOptions, DemoVisit } from "./visit.types.ts";
import { comingOn } from "./visitors.ts";

/** Relative number of visits by hour of the visitor's day, from midnight. */
const HOURS = [1, 1, 1, 1, 1, 2, 4, 7, 11, 14, 15, 14, 12, 13, 14, 14, 13, 11, 9, 8, 7, 5, 3, 2].map(
  (weight, hour) => [hour, weight] as const,
);

/** The visits of one day, none of them later than the story's present. The same options give the same visits. */
export function demoDay({ day, since, seed, story, ...rest }: DayOptions): DemoVisit[] {
  return comingOn({ day, since, seed, story }).flatMap((coming) => {
    const { visitor, random } = coming;
    const local = (random.pick(HOURS) - visitor.person.utcOffset + 24) % 24;
    const startedAt = day + (Math.floor((local + random.next()) * ONE_HOUR) % ONE_DAY);
    return startedAt > story.now ? [] : untilNow(demoVisit({ ...rest, ...coming, startedAt, story }), story);
  });
}

function untilNow({ events, views, form, ...visit }: DemoVisit, { now }: Story): DemoVisit {
  return {
    ...visit,
    events: events.filter(({ timestamp }) => timestamp <= now),
    views: views.filter(({ at }) => at <= now),
    form: form && form.at <= now ? form : null,
  };
}

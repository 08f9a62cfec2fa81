import type { Timestamp, UtmField } from "@marquee/contract";
import { type Anchor, anchorDay, anchorIn, type Curve, readCurve } from "./curve.ts";
import { type Random, type Weighted, weighted } from "./random.ts";
import type { Story } from "./story.ts";
import { listIn, readTable } from "./table.ts";

/** How a visitor comes to the site. */
export interface Arrival {
  utm: Partial<Record<UtmField, string>>;
  /** URL of the page with the link, or empty. */
  referrer: string;
  /** Path of the landing page in the default language. */
  landing: string;
  /** How likely such a visit is to end with a lead; 1 is average. */
  intent: number;
}

/** A referrer or a campaign. */
export interface Source {
  utm: { source: string; medium: string; campaign: string } | null;
  /** One of them each. */
  contents: readonly string[];
  terms: readonly string[];
  referrer: string;
  landings: Weighted<string>;
  intent: number;
  /** Dollars a day; 0 if it is free. */
  dollars: number;
  /** Number of visits on an average day now. */
  visits: Curve;
  /** Anchor of the date in the campaign's names. */
  anchor: Anchor | undefined;
}

const PROJECTS = "/lp/teams/project-management";
const GANTT = "/lp/features/gantt-chart-view";

const LANDINGS: Readonly<Record<string, Weighted<string>>> = {
  direct: weighted({ "/": 62, "/pricing": 20, "/sign-up": 5, "/contact-sales": 3, "/brain": 5, "/demo": 5 }),
  search: weighted({ "/": 48, "/pricing": 18, [PROJECTS]: 12, [GANTT]: 13, "/lp/ai": 4, "/brain": 5 }),
  article: weighted({ "/": 60, "/brain": 14, "/demo": 10, "/pricing": 10, "/lp/ai": 6 }),
  launch: weighted({ "/brain": 60, "/lp/ai": 25, "/": 15 }),
  brand: weighted({ "/": 60, "/pricing": 40 }),
  projects: weighted({ [PROJECTS]: 70, "/lp": 30 }),
  gantt: weighted({ [GANTT]: 1 }),
  teams: weighted({ "/lp": 80, "/lp/ai": 20 }),
  reminder: weighted({ "/pricing": 60, "/demo": 40 }),
  news: weighted({ "/": 30, "/brain": 25, "/pricing": 25, "/demo": 20 }),
  webinar: weighted({ "/lp": 50, "/demo": 30, "/contact-sales": 20 }),
};

/** Pages with links to the site. The first is none: visitors who know the address. */
const REFERRERS = `
  referrer                             | landings | intent | visits
                                       | direct   | 1.2    | 38 + 90 launch 0..1
  https://www.google.com/              | search   | 1      | 44
  https://www.bing.com/                | search   | 1      | 6
  https://duckduckgo.com/              | search   | 1      | 4
  https://www.ecosia.org/              | search   | 1      | 1.5
  https://chatgpt.com/                 | article  | 1.8    | 3 + 7 growing
  https://www.perplexity.ai/           | article  | 1.6    | 1 + 2 growing
  https://claude.ai/                   | article  | 1.6    | 1.5 growing
  https://www.linkedin.com/            | article  | 0.7    | 6
  https://www.reddit.com/              | article  | 0.5    | 3
  https://www.youtube.com/             | article  | 0.5    | 2
  https://planning-weekly.example/     | article  | 1      | 3
  https://remote-teams.example/tools   | article  | 1.1    | 2
  https://www.producthunt.com/         | launch   | 0.8    | 320 launch 0..1 + 4 launch 1..28
  https://news.ycombinator.com/        | launch   | 0.3    | 190 launch 0..1`;

/** Campaigns have a start and an end. {date} and {month} are those of the issue or webinar. */
const CAMPAIGNS = `
  campaign           | source           | medium      | dollars | referrer                           | landings | intent | visits
  brand              | google           | cpc         | 22      | https://www.google.com/            | brand    | 2.2    | 14
  brand              | bing             | cpc         | 7       | https://www.bing.com/              | brand    | 1.6    | 2
  project-management | google           | cpc         | 64      | https://www.google.com/            | projects | 1.1    | 15 ago 0..110 + 15 ago 170..999
  gantt-charts       | google           | cpc         | 38      | https://www.google.com/            | gantt    | 1      | 8 ago 0..210
  team-leads         | linkedin         | paid-social | 52      | https://www.linkedin.com/          | teams    | 0.6    | 11 ago 14..95 + 11 ago 270..330
  come-back          | facebook         | paid-social | 18      | https://l.facebook.com/            | reminder | 0.8    | 5
  reviews            | software-compass | affiliate   | 15      | https://software-compass.example/  | brand    | 1.8    | 6 ago 0..260
  spring-launch      | newsletter       | email       | 0       |                                    | launch   | 3      | 34 launch 0..28 fading 6
  spring-launch      | linkedin         | paid-social | 0       | https://www.linkedin.com/          | launch   | 0.7    | 16 launch 0..28
  spring-launch      | youtube          | cpv         | 0       | https://www.youtube.com/           | launch   | 0.4    | 8 launch 0..28
  product-news       | newsletter       | email       | 0       |                                    | news     | 5      | 38 issue fading 5
  webinar-{month}    | webinar          | email       | 0       |                                    | webinar  | 4      | 12 webinar1 -14..6
  webinar-{month}    | webinar          | email       | 0       |                                    | webinar  | 4      | 12 webinar2 -14..6`;

/** Ads and links of a campaign at a source, and the search terms that they are for. */
const ADS = `
  campaign           | source           | contents                                           | terms
  brand              | google           | headline-plans, headline-free                      | trellis, trellis pricing, trellis project management
  brand              | bing             | headline-plans                                     | trellis, trellis login
  project-management | google           | headline-a, headline-b                             | project management software, work management tool, task tracker for teams
  gantt-charts       | google           | headline-drag, headline-free                       | gantt chart, gantt chart software, project timeline tool
  team-leads         | linkedin         | carousel-boards, video-timeline, quote-customer
  come-back          | facebook         | pricing-reminder, demo-reminder
  reviews            | software-compass | comparison-table, top-ten
  spring-launch      | newsletter       | announcement, follow-up
  spring-launch      | linkedin         | launch-video, launch-carousel
  spring-launch      | youtube          | launch-video
  product-news       | newsletter       | issue-{date}
  webinar-{month}    | webinar          | invitation, reminder, recording`;

type Columns = "referrer" | "landings" | "intent" | "visits" | "source" | "medium" | "campaign" | "dollars";

const ADS_OF = readTable<"campaign" | "source" | "contents" | "terms">(ADS);

/** All sources. */
export const SOURCES: readonly Source[] = [REFERRERS, CAMPAIGNS].flatMap((table) =>
  readTable<Columns>(table).map(({ source, medium, campaign, referrer, landings, visits, ...row }) => {
    const ads = ADS_OF.find((each) => each.campaign === campaign && each.source === source);
    return {
      utm: campaign ? { source, medium, campaign } : null,
      contents: listIn(ads?.contents ?? ""),
      terms: listIn(ads?.terms ?? ""),
      referrer,
      landings: LANDINGS[landings] ?? [],
      visits: readCurve(visits),
      intent: Number(row.intent),
      dollars: Number(row.dollars ?? 0),
      anchor: anchorIn(visits),
    };
  }),
);

/** Sources of a day with the visits that each brings on an average day now. */
export function sourcesOn(story: Story, day: Timestamp): Weighted<Source> {
  return SOURCES.map((source) => [source, source.visits(day, story)] as const).filter(
    ([, visits]) => visits > 0,
  );
}

/** A visit by a source on a day. */
export function arrivalBy(source: Source, { story, day, random }: ArrivalOptions): Arrival {
  const { utm, contents, terms, referrer, landings, intent, anchor } = source;
  const date = new Date(anchor ? anchorDay(anchor, story, day) : day).toISOString();
  const named = (text: string) =>
    text.replace("{date}", date.slice(0, 10)).replace("{month}", date.slice(0, 7));
  return {
    utm: utm
      ? {
          utm_source: utm.source,
          utm_medium: utm.medium,
          utm_campaign: named(utm.campaign),
          ...(contents.length > 0 && { utm_content: named(random.oneOf(contents)) }),
          ...(terms.length > 0 && { utm_term: random.oneOf(terms) }),
        }
      : {},
    referrer,
    landing: random.pick(landings),
    intent,
  };
}

interface ArrivalOptions {
  story: Story;
  day: Timestamp;
  random: Random;
}

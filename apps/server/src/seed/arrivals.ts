import { ONE_DAY, type Timestamp, type UtmField } from "@marquee/contract";
import type { Random, Weighted } from "./random.ts";
import { lastIssue, type Story } from "./story.ts";

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

type Source = (random: Random) => Arrival;

const PROJECTS = "/lp/teams/project-management";
const GANTT = "/lp/features/gantt-chart-view";

const DIRECT: Weighted<string> = [
  ["/", 62],
  ["/pricing", 20],
  ["/sign-up", 5],
  ["/contact-sales", 3],
  ["/brain", 5],
  ["/demo", 5],
];
const SEARCHED: Weighted<string> = [
  ["/", 48],
  ["/pricing", 18],
  [PROJECTS, 12],
  [GANTT, 13],
  ["/lp/ai", 4],
  ["/brain", 5],
];
const READ_ABOUT: Weighted<string> = [
  ["/", 60],
  ["/brain", 14],
  ["/demo", 10],
  ["/pricing", 10],
  ["/lp/ai", 6],
];

const from =
  (referrer: string, landings: Weighted<string>, intent: number): Source =>
  (random) => ({ utm: {}, referrer, landing: random.pick(landings), intent });

interface Campaign {
  source: string;
  medium: string;
  campaign: string;
  /** One of them each. */
  contents: readonly string[];
  terms?: readonly string[];
  landings: Weighted<string>;
  referrer?: string;
  intent: number;
}

const campaign =
  ({ source, medium, campaign, contents, terms = [""], landings, referrer = "", intent }: Campaign): Source =>
  (random) => {
    const term = random.oneOf(terms);
    return {
      utm: {
        utm_source: source,
        utm_medium: medium,
        utm_campaign: campaign,
        utm_content: random.oneOf(contents),
        ...(term && { utm_term: term }),
      },
      referrer,
      landing: random.pick(landings),
      intent,
    };
  };

const GOOGLE = "https://www.google.com/";
const LINKEDIN = "https://www.linkedin.com/";

const BRAND = campaign({
  source: "google",
  medium: "cpc",
  campaign: "brand",
  contents: ["headline-plans", "headline-free"],
  terms: ["trellis", "trellis pricing", "trellis project management"],
  landings: [
    ["/", 60],
    ["/pricing", 40],
  ],
  referrer: GOOGLE,
  intent: 2.2,
});
const PROJECT_SEARCH = campaign({
  source: "google",
  medium: "cpc",
  campaign: "project-management",
  contents: ["headline-a", "headline-b"],
  terms: ["project management software", "work management tool", "task tracker for teams"],
  landings: [
    [PROJECTS, 70],
    ["/lp", 30],
  ],
  referrer: GOOGLE,
  intent: 1.1,
});
const GANTT_SEARCH = campaign({
  source: "google",
  medium: "cpc",
  campaign: "gantt-charts",
  contents: ["headline-drag", "headline-free"],
  terms: ["gantt chart", "gantt chart software", "project timeline tool"],
  landings: [[GANTT, 1]],
  referrer: GOOGLE,
  intent: 1,
});
const BING_SEARCH = campaign({
  source: "bing",
  medium: "cpc",
  campaign: "brand",
  contents: ["headline-plans"],
  terms: ["trellis", "trellis login"],
  landings: [["/", 1]],
  referrer: "https://www.bing.com/",
  intent: 1.6,
});
const TEAM_LEADS = campaign({
  source: "linkedin",
  medium: "paid-social",
  campaign: "team-leads",
  contents: ["carousel-boards", "video-timeline", "quote-customer"],
  landings: [
    ["/lp", 80],
    ["/lp/ai", 20],
  ],
  referrer: LINKEDIN,
  intent: 0.6,
});
const RETARGETING = campaign({
  source: "facebook",
  medium: "paid-social",
  campaign: "come-back",
  contents: ["pricing-reminder", "demo-reminder"],
  landings: [
    ["/pricing", 60],
    ["/demo", 40],
  ],
  referrer: "https://l.facebook.com/",
  intent: 0.8,
});
const REVIEWS = campaign({
  source: "software-compass",
  medium: "affiliate",
  campaign: "reviews",
  contents: ["comparison-table", "top-ten"],
  landings: [
    ["/pricing", 55],
    ["/", 45],
  ],
  referrer: "https://software-compass.example/",
  intent: 1.8,
});
const LAUNCH_LANDINGS: Weighted<string> = [
  ["/brain", 60],
  ["/lp/ai", 25],
  ["/", 15],
];
const LAUNCH_EMAIL = campaign({
  source: "newsletter",
  medium: "email",
  campaign: "spring-launch",
  contents: ["announcement", "follow-up"],
  landings: LAUNCH_LANDINGS,
  intent: 3,
});
const LAUNCH_SOCIAL = campaign({
  source: "linkedin",
  medium: "paid-social",
  campaign: "spring-launch",
  contents: ["launch-video", "launch-carousel"],
  landings: LAUNCH_LANDINGS,
  referrer: LINKEDIN,
  intent: 0.7,
});
const LAUNCH_VIDEO = campaign({
  source: "youtube",
  medium: "cpv",
  campaign: "spring-launch",
  contents: ["launch-video"],
  landings: LAUNCH_LANDINGS,
  referrer: "https://www.youtube.com/",
  intent: 0.4,
});

const newsletter = (issue: Timestamp) =>
  campaign({
    source: "newsletter",
    medium: "email",
    campaign: "product-news",
    contents: [`issue-${new Date(issue).toISOString().slice(0, 10)}`],
    landings: [
      ["/", 30],
      ["/brain", 25],
      ["/pricing", 25],
      ["/demo", 20],
    ],
    intent: 5,
  });

const webinar = (day: Timestamp) =>
  campaign({
    source: "webinar",
    medium: "email",
    campaign: `webinar-${new Date(day).toISOString().slice(0, 7)}`,
    contents: ["invitation", "reminder", "recording"],
    landings: [
      ["/lp", 50],
      ["/demo", 30],
      ["/contact-sales", 20],
    ],
    intent: 4,
  });

/** Visitors who know the address. */
export const DIRECT_VISIT = from("", DIRECT, 1.2);

/** Sources of a day with the visits that each brings on an average day now. Campaigns have a start and an end. */
export function arrivalsOn(story: Story, day: Timestamp): Weighted<Source> {
  const { today, launch, webinars, newsletterFails } = story;
  const ago = (today - day) / ONE_DAY;
  const since = (start: Timestamp) => (day - start) / ONE_DAY;
  const isBetween = (value: number, least: number, most: number) => value >= least && value < most;
  const issue = lastIssue(story, day);
  const isLaunch = isBetween(since(launch), 0, 28);
  const isLaunchDay = day === launch;
  const weights: Weighted<Source> = [
    [DIRECT_VISIT, 38 + (isLaunchDay ? 90 : 0)],
    [from(GOOGLE, SEARCHED, 1), 44],
    [from("https://www.bing.com/", SEARCHED, 1), 6],
    [from("https://duckduckgo.com/", SEARCHED, 1), 4],
    [from("https://www.ecosia.org/", SEARCHED, 1), 1.5],
    [from("https://chatgpt.com/", READ_ABOUT, 1.8), 3 + 7 * Math.max(0, 1 - ago / 365)],
    [from("https://www.perplexity.ai/", READ_ABOUT, 1.6), 1 + 2 * Math.max(0, 1 - ago / 365)],
    [from("https://claude.ai/", READ_ABOUT, 1.6), 1.5 * Math.max(0, 1 - ago / 365)],
    [from(LINKEDIN, READ_ABOUT, 0.7), 6],
    [from("https://www.reddit.com/", READ_ABOUT, 0.5), 3],
    [from("https://www.youtube.com/", READ_ABOUT, 0.5), 2],
    [from("https://planning-weekly.example/", READ_ABOUT, 1), 3],
    [from("https://remote-teams.example/tools", READ_ABOUT, 1.1), 2],
    [newsletter(issue), 38 * Math.exp(-since(issue) / 5) * (day >= newsletterFails ? 0.16 : 1)],
    [BRAND, 14],
    [BING_SEARCH, 2],
    [PROJECT_SEARCH, isBetween(ago, 110, 170) ? 0 : 15],
    [GANTT_SEARCH, isBetween(ago, 0, 210) ? 8 : 0],
    [TEAM_LEADS, isBetween(ago, 14, 95) || isBetween(ago, 270, 330) ? 11 : 0],
    [RETARGETING, 5],
    [REVIEWS, isBetween(ago, 0, 260) ? 6 : 0],
    [LAUNCH_EMAIL, isLaunch ? 34 * Math.exp(-since(launch) / 6) : 0],
    [LAUNCH_SOCIAL, isLaunch ? 16 : 0],
    [LAUNCH_VIDEO, isLaunch ? 8 : 0],
    [from("https://www.producthunt.com/", LAUNCH_LANDINGS, 0.8), isLaunchDay ? 320 : isLaunch ? 4 : 0],
    [from("https://news.ycombinator.com/", LAUNCH_LANDINGS, 0.3), isLaunchDay ? 190 : 0],
    ...webinars.map((held) => [webinar(held), isBetween(since(held), -14, 6) ? 12 : 0] as const),
  ];
  return weights.filter(([, weight]) => weight > 0);
}

import { ONE_DAY } from "@marquee/contract";
import type { CampaignLinkDefinition } from "@marquee/contract/schema";
import { importCosts } from "../campaigns/adCostStore.ts";
import { createCampaignLink } from "../campaigns/campaignLinkStore.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { DEMO_ACTOR } from "./marks.ts";
import { createRandom } from "./random.ts";
import type { Story } from "./story.ts";

/** Campaigns of the demo that cost money, with dollars a day. */
const COSTS = [
  ["google", "cpc", "brand", 22],
  ["google", "cpc", "project-management", 64],
  ["google", "cpc", "gantt-charts", 38],
  ["bing", "cpc", "brand", 7],
  ["linkedin", "paid-social", "team-leads", 52],
  ["facebook", "paid-social", "come-back", 18],
  ["software-compass", "affiliate", "reviews", 15],
] as const;

const LINKS: readonly CampaignLinkDefinition[] = [
  {
    destination: "/",
    source: "newsletter",
    medium: "email",
    campaign: "spring-launch",
    content: "announcement",
    term: "",
  },
  {
    destination: "/pricing",
    source: "linkedin",
    medium: "paid-social",
    campaign: "team-leads",
    content: "carousel-boards",
    term: "",
  },
];

interface CampaignOptions {
  story: Story;
  /** Number of days, including today. */
  days: number;
  seed: number;
  origin: string;
}

/** Stores what the demo's campaigns cost until yesterday, as a file would, and links that somebody made. */
export async function storeCampaigns(
  db: RecordsDatabase,
  { story, days, seed, origin }: CampaignOptions,
): Promise<void> {
  const { today, now } = story;
  const random = createRandom(seed, 20);
  const lines = Array.from({ length: days - 1 }, (_, index) => {
    const day = new Date(today - (days - 1 - index) * ONE_DAY).toISOString().slice(0, 10);
    return COSTS.map(([source, medium, campaign, dollars]) =>
      [day, source, medium, campaign, (dollars * (0.7 + 0.6 * random.next())).toFixed(2)].join(","),
    );
  });
  const author = { actor: DEMO_ACTOR, now };
  if (lines.length > 0)
    await importCosts(
      db,
      { name: "ad-cost.csv", text: ["date,source,medium,campaign,cost", ...lines.flat()].join("\n") },
      author,
    );
  const destinations = { origin, paths: LINKS.map(({ destination }) => destination), hosts: [] };
  for (const link of LINKS) await createCampaignLink(db, link, { ...author, destinations });
}

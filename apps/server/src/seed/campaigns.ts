import { ONE_DAY } from "@marquee/contract";
import { importCosts } from "../domains/campaigns/adCostStore.ts";
import { campaignLinkStore } from "../domains/campaigns/campaignLinkStore.ts";
import type { RecordsDatabase } from "../platform/storage/records/records.ts";
import { SOURCES } from "./arrivals.ts";
import { DEMO_ACTOR } from "./marks.ts";
import { createRandom } from "./random.ts";
import type { Story } from "./story.ts";

/** Campaigns with a saved link, by source. */
const WITH_LINKS = ["newsletter spring-launch", "linkedin team-leads"];

interface CampaignOptions {
  story: Story;
  /** Number of days, including today. */
  days: number;
  seed: number;
  origin: string;
}

/** Stores the cost of the demo's campaigns until yesterday, like an imported file, and saved links. */
export async function storeCampaigns(
  db: RecordsDatabase,
  { story, days, seed, origin }: CampaignOptions,
): Promise<void> {
  const { today, now } = story;
  const random = createRandom(seed, 20);
  const campaigns = SOURCES.flatMap(({ utm, ...source }) => (utm ? [{ ...source, ...utm }] : []));
  const lines = Array.from({ length: days - 1 }, (_, index) => {
    const day = new Date(today - (days - 1 - index) * ONE_DAY).toISOString().slice(0, 10);
    return campaigns
      .filter(({ dollars }) => dollars > 0)
      .map(({ source, medium, campaign, dollars }) =>
        [day, source, medium, campaign, (dollars * (0.7 + 0.6 * random.next())).toFixed(2)].join(","),
      );
  });
  const author = { actor: DEMO_ACTOR, now };
  const text = ["date,source,medium,campaign,cost", ...lines.flat()].join("\n");
  if (lines.length > 0) await importCosts(db, { name: "ad-cost.csv", text }, author);
  for (const { source, medium, campaign, contents, landings } of campaigns) {
    if (!WITH_LINKS.includes(`${source} ${campaign}`)) continue;
    const destination = landings[0]?.[0] ?? "/";
    const names = { source, medium, campaign, content: contents[0] ?? "", term: "" };
    const destinations = async () => ({ origin, paths: [destination], hosts: [] });
    await campaignLinkStore.create(
      db,
      { destination, ...names, isDeleted: false },
      { ...author, destinations },
    );
  }
}

import { ONE_DAY } from "@marquee/contract";
import { type ImportStores, importHistory, previewImport } from "../domains/imports/importStore.ts";
import { DEMO_ACTOR } from "./marks.ts";
import { createRandom } from "./random.ts";
import type { Story } from "./story.ts";

/** Days that another system measured before the demo began. */
const DAYS = 365;
const SOURCES = [
  ["google / organic", 0.42],
  ["(direct) / (none)", 0.31],
  ["newsletter / email", 0.12],
  ["linkedin.com / referral", 0.09],
  ["github.com / referral", 0.06],
] as const;

interface HistoryOptions {
  story: Story;
  /** Number of days of the demo, including today. */
  days: number;
  seed: number;
}

/** Imports the year before the demo like a GA4 file. Measured days stay unchanged. */
export async function storeHistory(
  stores: Pick<ImportStores, "db" | "eventStore">,
  { story, days, seed }: HistoryOptions,
): Promise<void> {
  const { today, now } = story;
  const random = createRandom(seed, 21);
  const totals = ["Date,Active users,Sessions,Views,Bounce rate,Average session duration"];
  const sources = ["Date,Session source / medium,Active users,Sessions,Views"];
  for (let index = DAYS; index > 0; index -= 1) {
    const at = new Date(today - (days - 1 + index) * ONE_DAY);
    const day = at.toISOString().slice(0, 10).replaceAll("-", "");
    const isWeekend = [0, 6].includes(at.getUTCDay());
    const users = Math.round(
      (isWeekend ? 60 : 130) * (1.3 - index / DAYS / 2) * (0.85 + 0.3 * random.next()),
    );
    const row = (share: number) =>
      [users, users * 1.15, users * 2.9].map((count) => Math.round(count * share));
    const rates = [(0.42 + 0.1 * random.next()).toFixed(4), (70 + 40 * random.next()).toFixed(1)];
    totals.push([day, ...row(1), ...rates].join(","));
    for (const [source, share] of SOURCES) sources.push([day, source, ...row(share)].join(","));
  }
  const upload = { name: "ga4-history.csv", bytes: Buffer.from([...totals, "", ...sources, ""].join("\n")) };
  const importing: ImportStores = { ...stores, site: () => ({ timeZone: "UTC" }), now: () => now };
  const { problemCount } = await previewImport(importing, upload);
  if (problemCount === 0) await importHistory(importing, upload, { actor: DEMO_ACTOR });
}

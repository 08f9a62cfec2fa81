import { DEFAULT_PERIOD, type MetricName, type QueryFilter } from "@marquee/contract";
import type { Card, ReportContent } from "@marquee/contract/schema";
import { checkContent } from "../domains/reports/answerCard.ts";
import { reports } from "../platform/storage/records/schema.ts";
import type { DemoStores } from "./clearDemo.ts";
import { DEMO_ACTOR } from "./marks.ts";
import type { Story } from "./story.ts";

type List = Extract<Card["content"], { kind: "list" }>;

const GERMANY: QueryFilter = ["is", "visit:country", ["DE"]];
const PAID: QueryFilter = ["is", "visit:channel", ["paid-search", "paid-social"]];

const card = (
  title: string,
  content: Card["content"],
  layout: Partial<Pick<Card, "width" | "filters" | "range">> = {},
): Card => ({
  id: title.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
  title,
  content,
  width: "half",
  filters: [],
  range: null,
  ...layout,
});
const list = (dimension: List["dimension"], metrics: MetricName[] = ["visitors", "percentage"]): List => ({
  kind: "list",
  dimension,
  metrics,
  limit: 8,
});
const series = (metric: MetricName): Card["content"] => ({ kind: "series", metric, interval: null });

const FIGURES: Card["content"] = {
  kind: "figures",
  metrics: ["visitors", "visits", "bounce_rate", "leads", "lead_rate"],
};

/** The demo's boards and reports. */
const DEMO: readonly { name: string; description: string; content: ReportContent }[] = [
  {
    name: "Monday review",
    description: "What the team looks at every week.",
    content: {
      kind: "board",
      period: DEFAULT_PERIOD,
      cards: [
        card("Key figures", FIGURES, { width: "full" }),
        card("Visitors over time", series("visitors"), { width: "full" }),
        card("Top sources", list("visit:source")),
        card("Goals", list("event:goal", ["visitors", "conversion_rate"])),
        card("From home to a form", {
          kind: "funnel",
          funnel: {
            steps: [
              { condition: { kind: "page", match: "is", path: "/" } },
              { condition: { kind: "page", match: "contains", path: "/pricing" } },
              { condition: { kind: "form", step: "sent", form: null } },
            ],
            per: "visitor",
            order: "loose",
            window: null,
          },
        }),
        card("Top pages", list("event:page")),
      ],
    },
  },
  {
    name: "Campaigns",
    description: "",
    content: {
      kind: "board",
      period: { ...DEFAULT_PERIOD, range: "90d" },
      cards: [
        card("Leads over time", series("leads"), { width: "full" }),
        card(
          "Leads by channel",
          {
            kind: "attribution",
            outcome: "leads",
            dimension: "visit:channel",
            lookBackDays: 30,
            halfLifeDays: 7,
            skipsDirect: false,
          },
          { width: "full" },
        ),
        card("Campaigns", list("visit:utm_campaign", ["visitors", "leads", "lead_rate"])),
        card("Landing pages of ads", list("visit:entry_page"), { filters: [PAID] }),
        card("Who comes back", { kind: "retention" }, { width: "full" }),
      ],
    },
  },
  {
    name: "Germany, month to date",
    description: "For the German team.",
    content: {
      kind: "screen",
      path: "/",
      search: "range=month&f=is,country,DE",
      cards: [
        card("Key figures", FIGURES, { width: "full", filters: [GERMANY] }),
        card("Visitors over time", series("visitors"), { width: "full", filters: [GERMANY] }),
        card("Page by visitors", list("event:page"), { filters: [GERMANY] }),
      ],
    },
  },
  {
    name: "Slow pages on phones",
    description: "",
    content: { kind: "screen", path: "/speed", search: "f=is,device,mobile", cards: [] },
  },
  {
    name: "Visitors who come back",
    description: "",
    content: {
      kind: "screen",
      path: "/journeys/retention",
      search: "range=90d",
      cards: [card("Retention by week", { kind: "retention" }, { width: "full" })],
    },
  },
];

/** Stores the demo's boards and reports, shared with everyone. Call it after the goals are stored. @param owner ID of an account; null for nobody's. */
export async function storeReports(
  db: DemoStores["db"],
  { owner, now }: Pick<Story, "now"> & { owner: string | null },
): Promise<void> {
  for (const report of DEMO) {
    await checkContent(db, report.content);
    await db
      .insert(reports)
      .values({
        ...report,
        ownerId: owner,
        isShared: true,
        revision: 1,
        updatedAt: new Date(now),
        updatedBy: DEMO_ACTOR,
      });
  }
}

import type { MetricName, NamedDimension } from "@marquee/contract";
import { shortName } from "../../shared/address/filters.ts";

interface BreakdownTab {
  title: string;
  /** The first is the default. */
  dimensions: readonly NamedDimension[];
  /** Whether it also has a map of countries. */
  isMap?: boolean;
}

export interface BreakdownDefinition {
  /** URL parameter with the shown dimension. */
  param: string;
  title: string;
  tabs: readonly BreakdownTab[];
}

/** The lists below the chart. */
export const BREAKDOWNS: readonly BreakdownDefinition[] = [
  {
    param: "sources",
    title: "Sources",
    tabs: [
      { title: "Channels", dimensions: ["visit:channel"] },
      { title: "Sources", dimensions: ["visit:source"] },
      { title: "Referrers", dimensions: ["visit:referrer"] },
      {
        title: "Campaigns",
        dimensions: [
          "visit:utm_campaign",
          "visit:utm_source",
          "visit:utm_medium",
          "visit:utm_content",
          "visit:utm_term",
        ],
      },
    ],
  },
  {
    param: "pages",
    title: "Pages",
    tabs: [
      { title: "Top pages", dimensions: ["event:page"] },
      { title: "Entry pages", dimensions: ["visit:entry_page"] },
      { title: "Exit pages", dimensions: ["visit:exit_page"] },
    ],
  },
  {
    param: "places",
    title: "Places",
    tabs: [
      { title: "Countries", dimensions: ["visit:country"] },
      { title: "Map", dimensions: ["visit:country"], isMap: true },
      { title: "Languages", dimensions: ["visit:language"] },
    ],
  },
  {
    param: "technology",
    title: "Technology",
    tabs: [
      { title: "Devices", dimensions: ["visit:device"] },
      { title: "Browsers", dimensions: ["visit:browser"] },
      { title: "Systems", dimensions: ["visit:os"] },
      { title: "Screen sizes", dimensions: ["visit:screen"] },
    ],
  },
];

/** Every dimension of the lists. */
export const LISTED_DIMENSIONS = [
  ...new Set(BREAKDOWNS.flatMap(({ tabs }) => tabs.flatMap(({ dimensions }) => dimensions))),
];

/** Names of a tab in the URL: those of its dimensions, or "map". */
export function namesOf({ dimensions, isMap }: BreakdownTab): string[] {
  return isMap ? ["map"] : dimensions.map(shortName);
}

/** Metrics of a complete list. Some metrics are only defined for whole visits, not for pages. */
export function metricsOf(dimension: NamedDimension): readonly MetricName[] {
  const ofVisits = ["bounce_rate", "visit_duration"] as const;
  return [
    "visitors",
    "percentage",
    "visits",
    "pageviews",
    ...(dimension === "event:page" ? (["time_on_page"] as const) : ofVisits),
    "leads",
    "lead_rate",
  ];
}

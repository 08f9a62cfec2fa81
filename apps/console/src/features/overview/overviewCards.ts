import { METRICS, type NamedDimension } from "@marquee/contract";
import type { FigureMetric } from "@marquee/contract/schema";
import { shortName } from "../../shared/address/filters.ts";
import type { Scope } from "../../shared/address/scope.ts";
import { dimensionTitle } from "../../shared/filters/dimensionTexts.ts";
import { type CardDraft, draftCard, GOALS_CONTENT } from "../../shared/reports/draftCard.ts";
import { BREAKDOWNS, LISTED_DIMENSIONS, namesOf } from "./breakdowns.ts";
import { figuresOf, rankedMetrics } from "./chosenMetric.ts";
import { leavesOutImports } from "./ImportedData.tsx";

const LISTED = 10;

/** The parts of the Overview as cards: its figures, the chart, every list, and goals. */
export function overviewCards(scope: Scope, metric: FigureMetric, search: string): CardDraft[] {
  const cards = partsOf(scope, metric, search);
  return leavesOutImports(search) ? cards.map((card) => ({ ...card, withoutImports: true })) : cards;
}

function partsOf(scope: Scope, metric: FigureMetric, search: string): CardDraft[] {
  const figures = [...figuresOf(scope)].slice(0, 8);
  const visibleDimensions = shownDimensions(search);
  const lists = LISTED_DIMENSIONS.map((dimension) => ({
    isHidden: !visibleDimensions.includes(dimension),
    ...draftCard(scope, {
      title: `${dimensionTitle(dimension)} by ${METRICS[rankedMetrics(metric, scope)[0]].title.toLowerCase()}`,
      width: "half",
      content: { kind: "list", dimension, metrics: [...rankedMetrics(metric, scope)], limit: LISTED },
    }),
  }));
  return [
    draftCard(scope, { title: "Key figures", width: "full", content: { kind: "figures", metrics: figures } }),
    draftCard(scope, {
      title: `${METRICS[metric].title} over time`,
      width: "full",
      content: { kind: "series", metric, interval: null },
    }),
    ...lists,
    draftCard(scope, GOALS_CONTENT),
  ];
}

/** The selected dimension of each list. */
function shownDimensions(search: string): (NamedDimension | undefined)[] {
  const params = new URLSearchParams(search);
  return BREAKDOWNS.map(({ param, tabs }) => {
    const chosen = params.get(param);
    const tab = tabs.find((each) => namesOf(each).some((name) => name === chosen)) ?? tabs[0];
    return tab?.dimensions.find((each) => shortName(each) === chosen) ?? tab?.dimensions[0];
  });
}

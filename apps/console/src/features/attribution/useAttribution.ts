import { LEAD_OUTCOMES } from "@marquee/contract";
import {
  type AdCostsResponse,
  ATTRIBUTION_MODELS,
  type AttributionDimension,
  type AttributionResponse,
  MAX_HALF_LIFE_DAYS,
  MAX_LOOK_BACK_DAYS,
} from "@marquee/contract/schema";
import { keepPreviousData, type UseQueryResult } from "@tanstack/react-query";
import { shortName } from "../../shared/address/filters.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { useScope } from "../../shared/address/useScope.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { type AttributionChoice, DIMENSION_TABS } from "../../shared/cards/attributionTexts.ts";
import { siteId } from "../../shared/query/siteId.ts";

/** The screen's URL parameters besides the scope. */
const NAMES = ["count", "by", "window", "halflife", "direct", "model", "costs"] as const;

const DEFAULT_LOOK_BACK = 30;
const DEFAULT_HALF_LIFE = 7;

/** The choices in the URL, and a function that changes them. Invalid ones fall back to their default. */
export function useAttributionChoice() {
  const [params, change] = useFilters(NAMES);
  const choice: AttributionChoice = {
    outcome:
      LEAD_OUTCOMES.find((outcome) => outcome === params.count) ??
      readNumber(params.count, 1, 2 ** 31 - 1) ??
      "leads",
    dimension: readDimension(params.by),
    lookBackDays: readNumber(params.window, 1, MAX_LOOK_BACK_DAYS) ?? DEFAULT_LOOK_BACK,
    halfLifeDays: readNumber(params.halflife, 1, MAX_HALF_LIFE_DAYS) ?? DEFAULT_HALF_LIFE,
    skipsDirect: params.direct === "skip",
  };
  const costModel = ATTRIBUTION_MODELS.find((model) => model === params.model) ?? "last";
  return { choice, costModel, isCostsOpen: params.costs === "open", change };
}

function readDimension(name: string): AttributionDimension {
  const tab = DIMENSION_TABS.find(([dimension]) => paramOf(dimension) === name);
  return tab?.[0] ?? "visit:channel";
}

/** A dimension's name in the URL. */
export const paramOf = (dimension: AttributionDimension) =>
  dimension === "section" ? dimension : shortName(dimension);

function readNumber(text: string, least: number, most: number): number | null {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : null;
}

/** Credit in the scope. */
export function useAttribution(choice: AttributionChoice): UseQueryResult<AttributionResponse> {
  const { scope } = useScope();
  const { date_range, filters = [] } = toQuestion(scope, Date.now(), { metrics: ["leads"] });
  const body = { site_id: siteId(), date_range, filters, ...choice };
  return useRoute("POST /query/attribution", { body }, { placeholderData: keepPreviousData });
}

/** What campaigns cost in the scope's date range. */
export function useAdCosts(): UseQueryResult<AdCostsResponse> {
  const { scope } = useScope();
  const { date_range } = toQuestion(scope, Date.now(), { metrics: ["leads"] });
  const [first = "", last = ""] = typeof date_range === "string" ? [] : date_range;
  const query = first ? { first, last } : {};
  return useRoute("GET /ad-costs", { query }, { placeholderData: keepPreviousData });
}

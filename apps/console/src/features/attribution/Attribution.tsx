import { formatCounted, goalsInUse, METRICS, NO_CONSENT } from "@marquee/contract";
import { ATTRIBUTION_MODELS, type AttributionResponse, may } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useCallback } from "react";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { EVERYTHING, type Scope, withFilter, writeScope } from "../../shared/address/scope.ts";
import { useHrefWith } from "../../shared/address/useFilters.ts";
import { isFiltered, NO_FILTERS, useScope } from "../../shared/address/useScope.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { AttributionTable } from "../../shared/cards/AttributionTable.tsx";
import {
  type AttributionChoice,
  DIMENSION_TABS,
  formatTotal,
  MODEL_TEXTS,
} from "../../shared/cards/attributionTexts.ts";
import { WhatChanged } from "../../shared/figures/WhatChanged.tsx";
import { FilterSelect } from "../../shared/filters/filters.tsx";
import { ScopeBar } from "../../shared/filters/ScopeBar.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { type CardDraft, draftCard } from "../../shared/reports/draftCard.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { COST_DIMENSIONS, withCosts } from "./adCosts.ts";
import { CostDialog } from "./CostDialog.tsx";
import { paramOf, useAdCosts, useAttribution, useAttributionChoice } from "./useAttribution.ts";

/** Where conversions came from, by five models side by side. All choices are in the URL. */
export function Attribution({ title, account }: ScreenProps) {
  const { scope, change: changeScope } = useScope();
  const { choice, costModel, isCostsOpen, change } = useAttributionChoice();
  const stored = useAdCosts();
  const isDivisible = COST_DIMENSIONS.includes(choice.dimension);
  // A country's share of a campaign's cost is not known.
  const costs = isDivisible && !isFiltered(scope) ? (stored.data?.costs ?? []) : [];
  const goals = useRoute("GET /goals");
  const inUse = goalsInUse(goals.data?.goals);
  const answer = useAttribution(choice);
  const goal = inUse.find(({ id }) => id === choice.outcome)?.name;
  const outcome = typeof choice.outcome === "number" ? (goal ?? "Goal") : METRICS[choice.outcome].title;
  const hrefOf = useCallback(
    (value: string) => overviewHref(choice.dimension, value, scope.range),
    [choice.dimension, scope.range],
  );
  return (
    <>
      <ScreenHeader title={title}>
        <ScopeBar hasComparison={false} isLimited={false} cards={attributionCards(scope, choice, outcome)} />
      </ScreenHeader>
      <search aria-label="Attribution settings" className="mt-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <FilterSelect
          label="Count"
          all={METRICS.leads.title}
          value={choice.outcome === "leads" ? "" : String(choice.outcome)}
          choices={[
            ["won_leads", METRICS.won_leads.title],
            ["won_value", METRICS.won_value.title],
            ...inUse.map(({ id, name }) => [String(id), `Goal: ${name}`] as const),
          ]}
          onChange={(count) => change({ count })}
        />
        <DaysSelect
          label="Look-back window"
          value={choice.lookBackDays}
          usual={30}
          days={[1, 7, 14, 60, 90]}
          onChange={(window) => change({ window })}
        />
        <DaysSelect
          label="Half-life of time decay"
          value={choice.halfLifeDays}
          usual={7}
          days={[1, 3, 14, 30]}
          onChange={(halflife) => change({ halflife })}
        />
        <FilterSelect
          label="Direct visits"
          all="Get credit"
          value={choice.skipsDirect ? "skip" : ""}
          choices={[["skip", "Only if there are no other visits"]]}
          onChange={(direct) => change({ direct })}
        />
      </search>
      <QueryView
        query={answer}
        loading={<Loading />}
        empty={({ rows }) =>
          rows.length === 0 &&
          (isFiltered(scope) ? (
            <EmptyState
              title={`No ${outcome.toLowerCase()} match`}
              action={
                <Button variant="secondary" size="sm" onClick={() => changeScope(NO_FILTERS)}>
                  Remove all filters
                </Button>
              }
            >
              Nothing matches these filters in this date range.
            </EmptyState>
          ) : (
            <Nothing outcome={choice.outcome} />
          ))
        }
        className="mt-6 grid gap-5"
      >
        {(data) => (
          <>
            <div>
              <Total data={data} choice={choice} outcome={outcome} />
              {choice.outcome === "leads" || goal !== undefined ? (
                <WhatChanged scope={scope} goal={goal} metrics={["leads", "conversions"]} isReady />
              ) : null}
            </div>
            <DimensionTabs choice={choice} />
            <div className="-mb-2 flex flex-wrap items-end gap-3">
              {costs.length > 0 && (
                <div className="w-44">
                  <FilterSelect
                    label="Cost divided by"
                    all={MODEL_TEXTS.last.title}
                    value={costModel === "last" ? "" : costModel}
                    choices={ATTRIBUTION_MODELS.filter((model) => model !== "last").map(
                      (model) => [model, MODEL_TEXTS[model].title] as const,
                    )}
                    onChange={(model) => change({ model })}
                  />
                </div>
              )}
              <Button variant="secondary" size="sm" onClick={() => change({ costs: "open" })}>
                {costs.length > 0 ? "Ad cost" : "Import ad cost"}
              </Button>
              {isDivisible && isFiltered(scope) && (stored.data?.costs.length ?? 0) > 0 && (
                <p className="text-ink-muted text-xs">
                  Costs are hidden because filters don't apply to them.
                </p>
              )}
            </div>
            <AttributionTable
              rows={withCosts(data.rows, { costs, dimension: choice.dimension })}
              others={data.others}
              choice={choice}
              outcome={outcome}
              costModel={costModel}
              hrefOf={hrefOf}
            />
          </>
        )}
      </QueryView>
      {isCostsOpen && (
        <CostDialog mayEdit={may(account.role, "edit")} onDismiss={() => change({ costs: "" })} />
      )}
      <p className="mt-6 max-w-prose text-ink-muted text-xs">
        Credit is divided among the visits a person made before they converted, in all browsers linked to
        them. Filters select conversions, not the visits before them. In each model, credit adds up to the
        Overview's count.
        {choice.dimension === "section" && " A visit's sections share its credit."}
        {choice.dimension === "visit:variation" && " A visit's variations share its credit."} No model
        measures what would have happened without a visit; an experiment does.
      </p>
    </>
  );
}

/** URL of the Overview filtered by a row; null for rows that visits do not have. */
function overviewHref(
  dimension: AttributionChoice["dimension"],
  value: string,
  range: Scope["range"],
): string | null {
  if (dimension === "section" || value === NO_CONSENT) return null;
  const params = new URLSearchParams();
  writeScope(
    "/",
    params,
    withFilter({ ...EVERYTHING, range }, { operator: "is", dimension, values: [value] }),
  );
  return `/?${params}`;
}

/** The card that shows the same as this screen. */
function attributionCards(scope: Scope, choice: AttributionChoice, outcome: string): CardDraft[] {
  const title = `${outcome} by ${DIMENSION_TABS.find(([each]) => each === choice.dimension)?.[1].toLowerCase()}`;
  return [draftCard(scope, { title, width: "full", content: { kind: "attribution", ...choice } })];
}

interface DaysSelectProps {
  label: string;
  value: number;
  /** The default, which is left out of the URL. */
  usual: number;
  /** Others to choose from. The URL accepts any number. */
  days: readonly number[];
  onChange: (value: string) => void;
}

function DaysSelect({ label, value, usual, days, onChange }: DaysSelectProps) {
  const options = [...new Set([...days, ...(value === usual ? [] : [value])])].sort(
    (one, other) => one - other,
  );
  return (
    <FilterSelect
      label={label}
      all={formatCounted(usual, "day")}
      value={value === usual ? "" : String(value)}
      choices={options.map((each) => [String(each), formatCounted(each, "day")] as const)}
      onChange={onChange}
    />
  );
}

interface TotalProps {
  data: AttributionResponse;
  choice: AttributionChoice;
  outcome: string;
}

/** The total that the table divides. */
function Total({ data: { total }, choice, outcome }: TotalProps) {
  const isMoney = choice.outcome === "won_value";
  const plural = typeof choice.outcome === "number" ? "conversions" : outcome.toLowerCase();
  const noun = Math.round(total) === 1 ? plural.replace(/s$/, "") : plural;
  return (
    <p className="font-display font-semibold text-[1.75rem] leading-tight tabular-nums">
      {formatTotal(total, isMoney)} {isMoney ? "won" : noun}
    </p>
  );
}

function DimensionTabs({ choice }: { choice: AttributionChoice }) {
  const hrefWith = useHrefWith();
  return (
    <div className="overflow-x-auto">
      <LinkTabs
        label="Group by"
        tabs={DIMENSION_TABS.map(([dimension, name]) => ({
          href: hrefWith({ by: dimension === "visit:channel" ? "" : paramOf(dimension) }),
          name,
          isChosen: dimension === choice.dimension,
        }))}
      />
    </div>
  );
}

function Nothing({ outcome }: { outcome: AttributionChoice["outcome"] }) {
  if (outcome === "won_leads" || outcome === "won_value")
    return (
      <EmptyState title="No won leads yet">
        Set a lead's status to Won, with its value, under <TextLink href="/leads">Leads</TextLink>. It counts
        on the day that the lead was sent.
      </EmptyState>
    );
  return (
    <EmptyState
      title={outcome === "leads" ? "No leads in this date range" : "No conversions in this date range"}
    >
      Choose a longer date range, or count something else. <TextLink href="/goals">Goals</TextLink> say what
      counts as a conversion.
    </EmptyState>
  );
}

function Loading() {
  return (
    <div className="mt-6 grid gap-5">
      <Skeleton className="h-16 max-w-2xl" />
      <Skeleton className="h-10" />
      <Skeleton className="h-80" />
    </div>
  );
}

import { formatCount, formatFineShare, goalsInUse } from "@marquee/contract";
import type { HeatmapResponse, SectionsResponse } from "@marquee/contract/schema";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Scope } from "../../../shared/address/scope.ts";
import { toQueryScope } from "../../../shared/address/toQuestion.ts";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { FilterSelect } from "../../../shared/filters/filters.tsx";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { TextLink } from "../../../shared/ui/links.tsx";
import { EmptyState, Skeleton } from "../../../shared/ui/states.tsx";
import type { ChangeFilters, HeatmapFilterValues } from "../HeatmapFilters.tsx";
import { Stage } from "../stage/Stage.tsx";
import type { Measured } from "../stage/stage.types.ts";
import { createSharedScroll } from "../stage/useStageScroll.ts";
import { SectionTable } from "./SectionTable.tsx";
import { selectorOf } from "./sectionRows.ts";

/** Default window width to draw a page at, in CSS pixels. */
const USUAL_WIDTH = 1440;

interface SectionsProps {
  /** Tells which version of the page to draw, and how wide. */
  answer: HeatmapResponse;
  scope: Scope;
  filters: HeatmapFilterValues;
  onChange: ChangeFilters;
}

/**
 * Sections of a page: how many visitors saw each, and how much more often they reached a goal, next to the
 * page.
 */
export function Sections({ answer, scope, filters, onChange }: SectionsProps) {
  const { page, goal } = filters;
  const goals = useRoute("GET /goals");
  const inUse = goalsInUse(goals.data?.goals);
  const chosen = inUse.find(({ id }) => String(id) === goal)?.id;
  const sections = useRoute(
    "POST /query/heatmaps/sections",
    { body: { ...toQueryScope(scope), page, ...(chosen !== undefined && { goal: chosen }) } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <search className="mt-4 block">
        {goals.isSuccess && inUse.length === 0 ? (
          <p className="text-ink-muted">
            To see which sections bring conversions, <TextLink href="/goals">define a goal</TextLink>.
          </p>
        ) : (
          <div className="max-w-80">
            <FilterSelect
              label="Goal"
              all="Choose a goal"
              value={goal}
              choices={inUse.map(({ id, name }) => [String(id), name] as const)}
              onChange={(value) => onChange({ goal: value })}
            />
          </div>
        )}
      </search>
      <QueryView
        query={sections}
        loading={<Skeleton className="mt-5 h-[70dvh]" />}
        empty={(data) => data.sections.length === 0 && <NoSections />}
        className="mt-5"
      >
        {(data) => <SectionsOnPage answer={answer} data={data} />}
      </QueryView>
    </>
  );
}

function SectionsOnPage({ answer, data }: { answer: HeatmapResponse; data: SectionsResponse }) {
  const [pointed, setPointed] = useState<string | null>(null);
  const [measured, setMeasured] = useState<Measured | null>(null);
  const shared = useMemo(createSharedScroll, []);
  const { drawnVersion, scroll } = answer;
  // Pages without clicks have sections, but no known window width.
  const viewportWidth = answer.viewportWidth || USUAL_WIDTH;
  const { sections } = data;
  const drawn = useMemo(
    () => ({
      cells: [],
      scroll,
      viewportWidth,
      elements: sections.map((each) => ({ selector: selectorOf(each) })),
    }),
    [scroll, viewportWidth, sections],
  );
  const numbers = useMemo(
    () => new Map(sections.map((section, index) => [selectorOf(section), index + 1])),
    [sections],
  );
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_30rem]">
      <div className="min-w-0 self-start lg:order-2">
        <p className="mb-2 tabular-nums">
          <span className="font-display text-lead">{formatCount(data.visitors)}</span>{" "}
          <span className="text-ink-muted">
            visitors of the page
            {data.goal &&
              data.visitors > 0 &&
              `, of whom ${formatFineShare(data.reached / data.visitors)} reached “${data.goal.name}”`}
          </span>
        </p>
        <SectionTable data={data} missing={measured?.missing ?? new Set()} onPoint={setPointed} />
      </div>
      <div className="min-w-0 self-start lg:sticky lg:top-6">
        {drawnVersion === null ? (
          <p className="grid min-h-60 place-items-center rounded-md border border-hairline p-6 text-center text-ink-muted">
            No version of this page is archived, so there is no picture of it.
          </p>
        ) : (
          <Stage
            name="The page with its sections"
            version={drawnVersion}
            mode="clicks"
            weight={1}
            most={0}
            active={pointed}
            onMeasured={setMeasured}
            onPoint={setPointed}
            onChoose={setPointed}
            drawn={drawn}
            numbers={numbers}
            shared={shared}
          />
        )}
      </div>
    </div>
  );
}

function NoSections() {
  return (
    <EmptyState title="No sections seen in this date range">
      A section counts once half of it was visible for two seconds. Choose a longer date range.
    </EmptyState>
  );
}

import {
  DEFAULT_RANGE,
  describeCondition,
  formatCount,
  formatCounted,
  formatFineShare,
} from "@marquee/contract";
import type { GoalReport, GoalState } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMemo } from "react";
import { EVERYTHING, withFilter, writeScope } from "../../shared/address/scope.ts";
import { writeHref } from "../../shared/address/writeHref.ts";
import { Sparkline } from "../../shared/charts/Sparkline.tsx";
import { rangeLabel, rangeText } from "../../shared/filters/RangeMenu.tsx";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { EditableName } from "../../shared/ui/EditableName.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";

interface GoalTableProps {
  goals: readonly GoalState[];
  /** By goal ID; undefined while they load. Archived goals have none. */
  reports: ReadonlyMap<number, GoalReport> | undefined;
  /** Null for people who may not edit. */
  onEdit: ((goal: GoalState) => void) | null;
  onRestore: ((goal: GoalState) => void) | null;
}

interface Row {
  state: GoalState;
  report: GoalReport | null;
}

/** Goals with conversions and rate of the default range; archived ones below, collapsed. */
export function GoalTable({ goals, reports, onEdit, onRestore }: GoalTableProps) {
  const columns = useMemo(() => columnsFor(onEdit), [onEdit]);
  const inUse = goals.filter(({ definition }) => !definition.isArchived);
  const archived = goals.filter(({ definition }) => definition.isArchived);
  const rows = inUse.map((state): Row => ({ state, report: reports?.get(state.id) ?? null }));
  return (
    <>
      {rows.length === 0 ? (
        <p className="py-6 text-ink-muted">Every goal is archived. Restore one, or define a new one.</p>
      ) : (
        <DataTable
          caption={`Goals, with conversions in ${rangeText(DEFAULT_RANGE)}`}
          columns={columns}
          rows={rows}
          keyOf={({ state }) => String(state.id)}
          csv={{ isPresent: true }}
        />
      )}
      {archived.length > 0 && (
        <details className="mt-6">
          <summary className="text-ink-muted">Archived goals ({archived.length})</summary>
          <ul className="mt-2 max-w-2xl border-hairline border-t">
            {archived.map((state) => (
              <li
                key={state.id}
                className="flex flex-wrap items-center gap-x-4 border-hairline border-b py-1.5"
              >
                <span className="wrap-anywhere min-w-0 flex-1">{state.definition.name}</span>
                {onRestore && (
                  <Button
                    variant="tertiary"
                    size="sm"
                    aria-label={`Restore ${state.definition.name}`}
                    onClick={() => onRestore(state)}
                  >
                    Restore
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const rateOf = ({ report }: Row) =>
  report && report.allVisitors > 0 ? report.visitors / report.allVisitors : null;
const worthOf = ({ state, report }: Row) =>
  report && state.definition.value !== null ? state.definition.value * report.conversions : null;

function columnsFor(onEdit: GoalTableProps["onEdit"]): readonly Column<Row>[] {
  return [
    {
      id: "goal",
      header: "Goal",
      sortValue: ({ state }) => state.definition.name,
      cell: ({ state }) => <GoalName state={state} onEdit={onEdit} />,
    },
    {
      id: "days",
      header: rangeLabel(DEFAULT_RANGE),
      from: MEDIUM,
      width: "w-40",
      cell: ({ report }) =>
        report && (
          <Sparkline
            values={report.days}
            label={`Conversions by day in ${rangeText(DEFAULT_RANGE)}`}
            className="h-8 w-full text-accent"
          />
        ),
      folded: () => null,
    },
    {
      id: "conversions",
      header: "Conversions",
      isNumeric: true,
      width: "w-28",
      sortValue: ({ report }) => report?.conversions ?? null,
      cell: ({ report }) =>
        report ? (
          <span className="font-display font-semibold text-[1.75rem] leading-tight">
            {formatCount(report.conversions)}
          </span>
        ) : (
          <Skeleton className="ml-auto h-6 w-12" />
        ),
    },
    {
      id: "rate",
      header: "Rate",
      hint: "Visitors who reached the goal, divided by all visitors.",
      isNumeric: true,
      from: MEDIUM,
      width: "w-44",
      sortValue: rateOf,
      cell: (row) => {
        if (!row.report) return <Skeleton className="ml-auto h-6 w-16" />;
        const rate = rateOf(row);
        return rate === null ? "–" : <Rate row={row} rate={rate} />;
      },
      folded: (row) => {
        if (!row.report) return <Skeleton className="ml-auto h-6 w-16" />;
        const rate = rateOf(row);
        return rate === null ? null : <Rate row={row} rate={rate} />;
      },
    },
    {
      id: "worth",
      header: "Value",
      hint: "Conversions times the value of one.",
      isNumeric: true,
      from: WIDE,
      width: "w-28",
      className: "text-ink-muted",
      sortValue: worthOf,
      cell: (row) => {
        if (!row.report) return <Skeleton className="ml-auto h-6 w-12" />;
        const worth = worthOf(row);
        return worth === null ? "–" : formatCount(worth);
      },
      folded: (row) => {
        if (!row.report) return <Skeleton className="ml-auto h-6 w-12" />;
        const worth = worthOf(row);
        return worth === null ? null : formatCount(worth);
      },
    },
  ];
}

/** URL of the visits behind a goal's figures, which cover the default range. */
export const rowsHref = (name: string) => overviewHref(name, { rows: "visitors" });

/** URL of the Overview of visitors who reached a goal. @param more further URL parameters. */
function overviewHref(name: string, more: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams(more);
  const filter = { operator: "is", dimension: "event:goal", values: [name] } as const;
  writeScope("/", params, withFilter(EVERYTHING, filter));
  return writeHref("/", params);
}

function Rate({ row: { report, state }, rate }: { row: Row; rate: number }) {
  return (
    <>
      {formatFineShare(rate)}
      <span className="block text-ink-muted text-xs">
        <TextLink href={rowsHref(state.definition.name)}>
          {formatCounted(report?.visitors ?? 0, "visitor")}
        </TextLink>{" "}
        <TextLink
          href={overviewHref(state.definition.name, { sources: "source" })}
          aria-label={`Rate of ${state.definition.name} by source`}
          className="ml-1 whitespace-nowrap"
        >
          by source
        </TextLink>
      </span>
    </>
  );
}

function GoalName({ state, onEdit }: { state: GoalState; onEdit: GoalTableProps["onEdit"] }) {
  const { name, condition } = state.definition;
  const described = describeCondition(condition);
  return (
    <span className="wrap-anywhere">
      <EditableName onEdit={onEdit && (() => onEdit(state))}>{name}</EditableName>
      {described !== name && <span className="block text-ink-muted text-xs">{described}</span>}
    </span>
  );
}

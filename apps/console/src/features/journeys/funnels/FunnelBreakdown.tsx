import { DIMENSIONS, type FilterDimension, formatCount, formatFineShare } from "@marquee/contract";
import type { Funnel, FunnelResponse } from "@marquee/contract/schema";
import { useMemo } from "react";
import { FILTER_DIMENSIONS, shortName } from "../../../shared/address/filters.ts";
import { dimensionTitle, valueTitle } from "../../../shared/filters/dimensionTexts.ts";
import { FilterSelect } from "../../../shared/filters/filters.tsx";
import { type Column, MEDIUM } from "../../../shared/table/columns.ts";
import { DataTable } from "../../../shared/table/DataTable.tsx";

/** Dimensions that steps can be counted by. */
const DIMENSION_CHOICES = FILTER_DIMENSIONS.filter((dimension) => dimension.startsWith("visit:"));

/** The dimension of a name in the URL; null for none. */
export const readBreakdown = (name: string): FilterDimension | null =>
  DIMENSION_CHOICES.find((dimension) => shortName(dimension) === name) ?? null;

interface FunnelBreakdownProps {
  funnel: Funnel;
  dimension: FilterDimension | null;
  answer: FunnelResponse;
  onChoose: (name: string) => void;
  /** Opens the drop-off after a step, counted from 1, for one part. */
  onOpen: (step: number, part: string) => void;
}

type Part = FunnelResponse["parts"][number];

/** The steps by the values of a dimension. */
export function FunnelBreakdown({ funnel, dimension, answer, onChoose, onOpen }: FunnelBreakdownProps) {
  const columns = useMemo<Column<Part>[]>(() => {
    if (!dimension) return [];
    const share = ({ units }: Part) => (units[0] ? (units.at(-1) ?? 0) / units[0] : null);
    return [
      {
        id: "value",
        header: dimensionTitle(dimension),
        cell: ({ value }) => valueTitle(dimension, value),
        sortValue: ({ value }) => value,
      },
      ...funnel.steps.map(
        (_, index): Column<Part> => ({
          id: `step ${index + 1}`,
          header: `Step ${index + 1}`,
          isNumeric: true,
          width: "w-24",
          ...(index > 0 && index < funnel.steps.length - 1 && { from: MEDIUM }),
          sortValue: ({ units }) => units[index] ?? 0,
          cell: ({ value, units }) => {
            const count = units[index] ?? 0;
            const lost = count - (units[index + 1] ?? count);
            if (lost <= 0) return formatCount(count);
            return (
              <button
                type="button"
                title={`${formatCount(lost)} left after step ${index + 1}`}
                onClick={() => onOpen(index + 1, value)}
                className="underline decoration-control underline-offset-4 hover:decoration-ink"
              >
                {formatCount(count)}
              </button>
            );
          },
          text: ({ units }) => formatCount(units[index] ?? 0),
        }),
      ),
      {
        id: "rate",
        header: "All steps",
        isNumeric: true,
        width: "w-24",
        sortValue: share,
        cell: (part) => {
          const value = share(part);
          return value === null ? "–" : formatFineShare(value);
        },
      },
    ];
  }, [dimension, funnel, onOpen]);
  return (
    <section aria-label="Breakdown" className="mt-10">
      <div className="max-w-64">
        <FilterSelect
          label="Break down by"
          all="Nothing"
          value={dimension ? shortName(dimension) : ""}
          choices={DIMENSION_CHOICES.map(
            (each) => [shortName(each), DIMENSIONS[each as keyof typeof DIMENSIONS].title] as const,
          )}
          onChange={onChoose}
        />
      </div>
      {dimension && (
        <div className="mt-3">
          <DataTable
            caption={`Funnel by ${dimensionTitle(dimension).toLowerCase()}`}
            columns={columns}
            rows={answer.parts}
            keyOf={({ value }) => value}
          />
          {answer.hasMoreParts && (
            <p className="mt-2 text-ink-muted text-xs">
              The {answer.parts.length} values with the most {funnel.per}s in the first step.
            </p>
          )}
          {dimension === "visit:variation" && (
            <p className="mt-2 text-ink-muted text-xs">
              A visit can have several variations, so rows do not add up to the total.
            </p>
          )}
        </div>
      )}
    </section>
  );
}

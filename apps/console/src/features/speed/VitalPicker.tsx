import { RATINGS, type Rating, ratingOf, VITALS, type Vital } from "@marquee/contract";
import type { SpeedResponse, VitalSummary } from "@marquee/contract/schema";
import { type FigureChoice, MetricPicker } from "../../shared/figures/MetricPicker.tsx";
import { formatShare } from "../../shared/format/format.ts";
import { RatingBadge, VITAL_NAMES, vitalFormat } from "../../shared/vitals/vitals.tsx";

interface VitalPickerProps {
  vitals: SpeedResponse["vitals"];
  chosen: Vital;
}

const FILLS: Record<Rating, string> = {
  good: "fill-leaf",
  "needs improvement": "fill-sun",
  poor: "fill-clay",
};

/** The 75th percentile of each web vital. The selected one is shown in the chart and the table below. */
export function VitalPicker({ vitals, chosen }: VitalPickerProps) {
  return (
    <MetricPicker
      label="Metric"
      param="vital"
      chosen={chosen}
      choices={VITALS.map((vital) => choiceOf(vital, vitals[vital]))}
      className="max-md:[&>*:first-child]:col-span-2 md:grid-cols-3 lg:grid-cols-5"
    />
  );
}

function choiceOf(vital: Vital, { p75, counts }: VitalSummary): FigureChoice {
  const { short, name } = VITAL_NAMES[vital];
  return {
    key: vital,
    name: short,
    fullName: name,
    value: p75 === null ? "–" : vitalFormat(vital)(p75),
    note: p75 === null ? "not measured" : <RatingBadge rating={ratingOf(vital, p75)} />,
    below: <RatingBar counts={counts} />,
  };
}

/** The shares of page views that were good, needed improvement or were poor, as a bar and as text. */
function RatingBar({ counts }: Pick<VitalSummary, "counts">) {
  const all = RATINGS.reduce((sum, rating) => sum + counts[rating], 0);
  if (all === 0) return null;
  const shares = RATINGS.map((rating) => ({ rating, share: counts[rating] / all }));
  const startOf = (index: number) => shares.slice(0, index).reduce((sum, { share }) => sum + share, 0);
  return (
    <>
      <svg
        aria-hidden="true"
        className="mt-3 block h-1.5 w-full overflow-hidden rounded-full"
        preserveAspectRatio="none"
        viewBox="0 0 1 1"
      >
        {shares.map(({ rating, share }, index) => (
          <rect key={rating} x={startOf(index)} width={share} height="1" className={FILLS[rating]} />
        ))}
      </svg>
      <span className="mt-1.5 block text-ink-muted text-xs">
        {formatShare(counts.good / all)} good, {formatShare(counts.poor / all)} poor
      </span>
    </>
  );
}

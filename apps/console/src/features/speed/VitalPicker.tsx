import { formatCounted, RATINGS, type Rating, ratingOf, VITALS, type Vital } from "@marquee/contract";
import type { SpeedResponse, VitalSummary } from "@marquee/contract/schema";
import { Link } from "wouter";
import { type FigureChoice, MetricPicker } from "../../shared/figures/MetricPicker.tsx";
import { formatShare } from "../../shared/format/format.ts";
import { InfoPopover } from "../../shared/ui/InfoPopover.tsx";
import { RatingBadge, thresholdText, VITAL_NAMES, vitalFormat } from "../../shared/vitals/vitals.tsx";
import { useMeasuredHref } from "./MeasuredViews.tsx";

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
    ...(p75 !== null && { about: <AboutVital vital={vital} counts={counts} /> }),
  };
}

/** A button that explains a figure, with a link to the page views that it is computed from. */
function AboutVital({ vital, counts }: { vital: Vital } & Pick<VitalSummary, "counts">) {
  const { name, measures } = VITAL_NAMES[vital];
  const measuredHref = useMeasuredHref();
  const all = RATINGS.reduce((sum, rating) => sum + counts[rating], 0);
  return (
    <InfoPopover label={`About ${name.toLowerCase()}`} align={vital === VITALS.at(-1) ? "end" : "start"}>
      {(close) => (
        <div className="grid max-w-xs gap-2 p-2 text-xs">
          <p className="font-medium text-sm">{name}</p>
          <p>
            {measures} {thresholdText(vital)}
          </p>
          <p>75th percentile of {formatCounted(all, "page view")}: 75% were at least this good.</p>
          <Link
            href={measuredHref()}
            onClick={close}
            className="w-fit font-medium text-accent-strong underline underline-offset-4"
          >
            See what browsers reported
          </Link>
        </div>
      )}
    </InfoPopover>
  );
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

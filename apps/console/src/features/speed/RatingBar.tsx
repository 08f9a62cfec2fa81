import { RATINGS, type Rating } from "@marquee/contract";
import type { VitalSummary } from "@marquee/contract/schema";
import { formatShare } from "../../shared/format/format.ts";

const FILLS: Record<Rating, string> = {
  good: "fill-leaf",
  "needs improvement": "fill-sun",
  poor: "fill-clay",
};

/** What part of page views was good, middling and poor, as a bar and in words. */
export function RatingBar({ counts }: Pick<VitalSummary, "counts">) {
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

import type { DecisionPoint, Interval } from "@marquee/contract/schema";
import { useMemo } from "react";
import { type Line, SeriesChart } from "../../shared/charts/SeriesChart.tsx";
import { formatShare } from "../../shared/format.ts";

interface DecisionsProps {
  decisions: readonly DecisionPoint[];
  interval: Interval;
}

/** Pages that were served, by what the visitor had decided until then: how many of them the other figures can know of. */
export function Decisions({ decisions, interval }: DecisionsProps) {
  const starts = useMemo(() => decisions.map(({ start }) => start), [decisions]);
  const lines = useMemo<Line[]>(
    () => [
      { name: "Granted", color: "leaf", isArea: true, values: decisions.map(({ granted }) => granted) },
      { name: "Denied", color: "clay", values: decisions.map(({ denied }) => denied) },
      { name: "Undecided", color: "control", values: decisions.map(({ undecided }) => undecided) },
    ],
    [decisions],
  );
  const sumOf = (name: "granted" | "denied" | "undecided") =>
    decisions.reduce((sum, point) => sum + point[name], 0);
  const pages = sumOf("granted") + sumOf("denied") + sumOf("undecided");
  return (
    <section>
      <h2 className="font-medium">Consent of the pages served</h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-muted text-xs">
        Every document the server gave out, by what its visitor had decided. Counted without looking at who it
        was; a page that changes without a new document is not counted.
        {pages > 0 && ` ${formatShare(sumOf("granted") / pages)} may be measured.`}
      </p>
      {pages === 0 ? (
        <p className="border-hairline border-t py-2">No page was served in this span.</p>
      ) : (
        <SeriesChart starts={starts} lines={lines} interval={interval} height={200} />
      )}
    </section>
  );
}

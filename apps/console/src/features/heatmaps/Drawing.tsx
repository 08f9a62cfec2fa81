import { formatCount, formatCounted } from "@marquee/contract";
import type { HeatmapResponse } from "@marquee/contract/schema";
import clsx from "clsx";
import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from "react";
import { HEAT_RADIUS } from "./heat/heatField.ts";
import { cssColor, type LegendOptions, legendSteps } from "./heat/palette.ts";
import type { ReplaysLink } from "./replaysLink.ts";
import { Stage, type StageProps } from "./stage/Stage.tsx";
import type { Measured, Mode } from "./stage/stage.types.ts";
import { createSharedScroll } from "./stage/useStageScroll.ts";
import { DepthTable } from "./table/DepthTable.tsx";
import { ElementTable } from "./table/ElementTable.tsx";
import { elementRows, numberElements, weightOf } from "./table/elementRows.ts";

type Told = Readonly<Record<string, Measured>>;

interface SideProps extends Omit<StageProps, "version" | "drawn" | "onMeasured"> {
  answer: HeatmapResponse;
  /** Whether to show the name. Used when two versions are compared. */
  isNamed: boolean;
  onMeasured: Dispatch<SetStateAction<Told>>;
}

interface DrawingProps {
  /** One version, or two to compare. */
  sides: readonly HeatmapResponse[];
  /** Name of each side. */
  sideNames: readonly string[];
  mode: Mode;
  replaysLink: ReplaysLink;
  /** Selector of the selected element; null for none. */
  chosen: string | null;
  onChoose: (selector: string | null) => void;
}

/** The page with its heatmap, next to the same data as a table. */
export function Drawing({ sides, sideNames, mode, replaysLink, chosen, onChoose }: DrawingProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  const [results, setResults] = useState<Readonly<Record<string, Measured>>>({});
  const shared = useMemo(createSharedScroll, []);
  const rows = useMemo(() => elementRows(sides), [sides]);
  const measured = useMemo(() => sides.flatMap(({ shown }) => results[shown] ?? []), [sides, results]);
  const most = Math.max(0, ...measured.map(({ hottest }) => hottest));
  const numbers = useMemo(() => numberElements(rows, measured), [rows, measured]);
  const isCompared = sides.length > 1;
  return (
    <div
      className={clsx(
        "mt-5 grid gap-x-8 gap-y-6",
        isCompared ? "xl:grid-cols-[minmax(0,1fr)_22rem]" : "lg:grid-cols-[minmax(0,1fr)_20rem]",
      )}
    >
      <div className="min-w-0 self-start lg:sticky lg:top-6">
        <div className={clsx("grid gap-4", isCompared && "md:grid-cols-2")}>
          {sides.map((side, index) => (
            <Side
              key={side.shown}
              answer={side}
              name={sideNames[index] ?? ""}
              isNamed={isCompared}
              weight={weightOf(side, isCompared)}
              active={pointed ?? chosen}
              onMeasured={setResults}
              onPoint={setPointed}
              mode={mode}
              most={most}
              numbers={numbers}
              shared={shared}
              onChoose={onChoose}
            />
          ))}
        </div>
        {mode !== "scroll" && <Legend most={most} isPerSessions={isCompared} />}
      </div>
      {mode === "scroll" ? (
        <DepthTable sides={sides.map(({ scroll }) => scroll)} sideNames={sideNames} />
      ) : (
        <ElementTable
          rows={rows}
          measured={measured}
          sideNames={sideNames}
          numbers={numbers}
          replaysLink={replaysLink}
          chosen={chosen}
          onChoose={onChoose}
          hasMore={sides.some(({ hasMoreElements }) => hasMoreElements)}
          onPoint={setPointed}
        />
      )}
    </div>
  );
}

function Legend({ most, isPerSessions }: LegendOptions) {
  if (most <= 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted text-xs">
      <ul aria-label="Legend" className="flex">
        {legendSteps({ most, isPerSessions }).map(({ shade, text }) => (
          <li key={shade} className="w-14">
            <svg
              aria-hidden="true"
              viewBox="0 0 1 1"
              preserveAspectRatio="none"
              className="block h-2.5 w-full bg-[oklch(1_0_0)]"
            >
              <rect width="1" height="1" fill={cssColor(shade)} />
            </svg>
            <span className="block pt-0.5 text-right tabular-nums">{text}</span>
          </li>
        ))}
      </ul>
      <p>
        {isPerSessions ? "clicks per 100 sessions" : "clicks"} in one spot, {HEAT_RADIUS} px on this screen.
        Numbers mark the most clicked elements.
      </p>
    </div>
  );
}

/** A page with its heatmap, or why there is no heatmap. */
function Side({ answer, name, isNamed: isReferenced, onMeasured, ...stage }: SideProps) {
  const { shown, drawnVersion, viewportWidth, sessions, counts, scroll } = answer;
  const drawn =
    stage.mode === "scroll" ? formatCounted(scroll.views, "page view") : formatCounted(counts.all, "click");
  const tell = useCallback(
    (measured: Measured) => onMeasured((results) => ({ ...results, [shown]: measured })),
    [onMeasured, shown],
  );
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-ink-muted text-xs">
        {isReferenced && <span className="block font-medium text-ink text-sm">{name}</span>}
        {formatCounted(sessions, "session")}, {drawn}, drawn at {formatCount(viewportWidth)} px, the median
        width of these windows.
      </figcaption>
      {drawnVersion === null || viewportWidth === 0 ? (
        <NothingToDraw isKept={drawnVersion !== null} />
      ) : (
        <Stage
          {...stage}
          name={`The page: ${name}`}
          version={drawnVersion}
          drawn={answer}
          onMeasured={tell}
        />
      )}
    </figure>
  );
}

function NothingToDraw({ isKept }: { isKept: boolean }) {
  return (
    <p className="grid min-h-60 place-items-center rounded-md border border-hairline p-6 text-center text-ink-muted">
      {isKept
        ? "No visits with this window size in this date range. Choose another size."
        : "No version of this page is archived, so there is nothing to draw on. Pages are archived when the site serves them. The clicks are in the list."}
    </p>
  );
}

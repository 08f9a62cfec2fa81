import type { HeatmapAnswer } from "@marquee/contract/schema";
import clsx from "clsx";
import { useMemo, useState } from "react";
import { Legend } from "./Legend.tsx";
import type { ReplaysLink } from "./replaysLink.ts";
import { Side } from "./Side.tsx";
import { createSharedScroll } from "./stage/sharedScroll.ts";
import type { Measured, Mode } from "./stage/stage.types.ts";
import { DepthTable } from "./table/DepthTable.tsx";
import { ElementTable } from "./table/ElementTable.tsx";
import { elementRows, weightOf } from "./table/elementRows.ts";
import { numberElements } from "./table/numberElements.ts";

interface DrawingProps {
  /** One page, or two to compare. */
  sides: readonly HeatmapAnswer[];
  /** What each is called. */
  sideNames: readonly string[];
  mode: Mode;
  replaysLink: ReplaysLink;
  /** Selector of the element that is open. */
  chosen: string | null;
  onChoose: (selector: string | null) => void;
}

/** The page with what people did on it, and beside it the same in figures. */
export function Drawing({ sides, sideNames, mode, replaysLink, chosen, onChoose }: DrawingProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  const [told, setTold] = useState<Readonly<Record<string, Measured>>>({});
  const shared = useMemo(createSharedScroll, []);
  const rows = useMemo(() => elementRows(sides), [sides]);
  const measured = useMemo(() => sides.flatMap(({ shown }) => told[shown] ?? []), [sides, told]);
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
              onMeasured={setTold}
              onPoint={setPointed}
              {...{ mode, most, numbers, shared, onChoose }}
            />
          ))}
        </div>
        {mode !== "scroll" && <Legend most={most} isPerSessions={isCompared} />}
      </div>
      {mode === "scroll" ? (
        <DepthTable sides={sides.map(({ scroll }) => scroll)} sideNames={sideNames} />
      ) : (
        <ElementTable
          {...{ rows, measured, sideNames, numbers, replaysLink, chosen, onChoose }}
          hasMore={sides.some(({ hasMoreElements }) => hasMoreElements)}
          onPoint={setPointed}
        />
      )}
    </div>
  );
}

import type { HeatmapAnswer } from "@marquee/contract/schema";
import { type Dispatch, type SetStateAction, useCallback } from "react";
import { formatCount, formatCounted } from "../../shared/format.ts";
import { Stage, type StageProps } from "./stage/Stage.tsx";
import type { Measured } from "./stage/stage.types.ts";

type Told = Readonly<Record<string, Measured>>;

interface SideProps extends Omit<StageProps, "version" | "drawn" | "onMeasured"> {
  answer: HeatmapAnswer;
  /** Whether its name and figures stand above it: there is another one beside it. */
  isNamed: boolean;
  onMeasured: Dispatch<SetStateAction<Told>>;
}

/** One page with what is drawn over it, or why there is none. */
export function Side({ answer, name, isNamed, onMeasured, ...stage }: SideProps) {
  const { shown, drawnVersion, viewportWidth, sessions, counts, scroll } = answer;
  const drawn =
    stage.mode === "scroll" ? formatCounted(scroll.views, "page view") : formatCounted(counts.all, "click");
  const tell = useCallback(
    (measured: Measured) => onMeasured((told) => ({ ...told, [shown]: measured })),
    [onMeasured, shown],
  );
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-ink-muted text-xs">
        {isNamed && <span className="block font-medium text-ink text-sm">{name}</span>}
        {formatCounted(sessions, "session")}, {drawn}; drawn at {formatCount(viewportWidth)} px, the middle
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
        ? "Nobody with such a window used this page in this span. Choose another window."
        : "No version of this page was kept, so there is nothing to draw upon. A page is kept when the site serves it; its clicks are in the list."}
    </p>
  );
}

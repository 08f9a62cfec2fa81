import type { HeatmapAnswer } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMemo } from "react";
import { LinkButton } from "../../shared/LinkButton.tsx";
import type { RangeName } from "../../shared/range.ts";
import { Empty } from "../../shared/states.tsx";
import { sideName } from "./choiceNames.ts";
import { Drawing } from "./Drawing.tsx";
import { HeatmapFilters } from "./HeatmapFilters.tsx";
import {
  type ChangeFilters,
  type HeatmapFilters as Filters,
  NO_NARROWING,
  readMode,
} from "./heatmapFilters.ts";
import { ModePicker } from "./ModePicker.tsx";
import { replaysLink } from "./replaysLink.ts";

interface HeatmapBodyProps {
  answer: HeatmapAnswer;
  /** What it is compared with; null for nothing. */
  other: HeatmapAnswer | null;
  range: RangeName;
  filters: Filters;
  onChange: ChangeFilters;
}

/** Filters, and what they leave. */
export function HeatmapBody({ answer, other, range, filters, onChange }: HeatmapBodyProps) {
  const mode = readMode(filters.mode);
  const sides = useMemo(() => {
    // Laid out alike.
    const { viewportWidth } = answer;
    return other && other.shown !== answer.shown ? [answer, { ...other, viewportWidth }] : [answer];
  }, [answer, other]);
  const sideNames = sides.map(({ shown }) => sideName(shown, answer));
  const isNarrowed = Object.keys(NO_NARROWING).some(
    (name) => filters[name as keyof typeof NO_NARROWING] !== "",
  );
  if (answer.variants.length === 0 && !isNarrowed) return <Unused />;
  return (
    <>
      <div className="mt-5">
        <HeatmapFilters answer={answer} values={filters} onChange={onChange} />
      </div>
      {answer.sessions === 0 ? (
        <NobodyLikeThis onClear={() => onChange(NO_NARROWING)} />
      ) : (
        <>
          <div className="mt-5">
            <ModePicker {...answer} chosen={mode} />
          </div>
          <Drawing
            {...{ sides, sideNames, mode }}
            replaysLink={replaysLink({ filters, range, mode })}
            chosen={filters.element || null}
            onChoose={(selector) => onChange({ element: selector ?? "" })}
          />
        </>
      )}
    </>
  );
}

function NobodyLikeThis({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      title="Nobody like this used the page"
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear the filters
        </Button>
      }
    >
      Choose a longer span, another version or window, or take a filter away.
    </Empty>
  );
}

function Unused() {
  return (
    <Empty
      title="Nobody used this page in this span"
      action={<LinkButton href="/recording">See what is recorded</LinkButton>}
    >
      Clicks and scrolling of visitors who agreed to be measured appear here within a minute. Choose a longer
      span, or check that recording is on.
    </Empty>
  );
}

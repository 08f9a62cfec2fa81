import { formatCount, formatCounted } from "@marquee/contract";
import type { HeatmapResponse } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMemo } from "react";
import { Link, useLocation, useSearch } from "wouter";
import type { Scope } from "../../shared/address/scope.ts";
import { useHrefWith } from "../../shared/address/useFilters.ts";
import { isFiltered } from "../../shared/address/useScope.ts";
import { LinkButton } from "../../shared/ui/links.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { sideName } from "./choiceNames.ts";
import { Drawing } from "./Drawing.tsx";
import {
  type ChangeFilters,
  HeatmapFilters,
  type HeatmapFilterValues,
  NO_NARROWING,
  readMode,
  SECTIONS_MODE,
} from "./HeatmapFilters.tsx";
import { replaysLink } from "./replaysLink.ts";
import { Sections } from "./sections/Sections.tsx";
import { MODES, type Mode } from "./stage/stage.types.ts";

interface ModePickerProps extends Pick<HeatmapResponse, "counts" | "scroll"> {
  chosen: Mode | typeof SECTIONS_MODE;
}

const MODE_NAMES: Record<ModePickerProps["chosen"], { name: string; means: string }> = {
  clicks: { name: "Clicks", means: "All clicks and taps." },
  rage: {
    name: "Rage clicks",
    means: "Three or more clicks within a second in one spot: a sign of frustration.",
  },
  dead: { name: "Dead clicks", means: "Clicks with no effect: the element looks interactive but is not." },
  scroll: { name: "Scroll depth", means: "How far down the page visitors scrolled." },
  sections: {
    name: "Sections",
    means: "Who saw each section for two seconds, and how much more often they reached a goal.",
  },
};

interface HeatmapBodyProps {
  answer: HeatmapResponse;
  /** The version to compare with; null for none. */
  other: HeatmapResponse | null;
  scope: Scope;
  filters: HeatmapFilterValues;
  onChange: ChangeFilters;
}

/** Filters, heatmap and tables of one page. */
export function HeatmapBody({ answer, other, scope, filters, onChange }: HeatmapBodyProps) {
  const mode = readMode(filters.mode);
  const [, navigate] = useLocation();
  const hrefWith = useHrefWith();
  const sides = useMemo(() => {
    // Use one width for both, so that they can be compared.
    const { viewportWidth } = answer;
    return other && other.shown !== answer.shown ? [answer, { ...other, viewportWidth }] : [answer];
  }, [answer, other]);
  const sideNames = sides.map(({ shown }) => sideName(shown, answer));
  const isNarrowed = isFiltered(scope) || filters.shown !== "" || filters.band !== "";
  if (filters.mode === SECTIONS_MODE) {
    return (
      <>
        <div className="mt-5">
          <ModePicker {...answer} chosen={SECTIONS_MODE} />
        </div>
        <Sections answer={answer} scope={scope} filters={filters} onChange={onChange} />
      </>
    );
  }
  if (answer.variants.length === 0 && !isNarrowed) return <NoData />;
  return (
    <>
      <div className="mt-5">
        <HeatmapFilters answer={answer} values={filters} onChange={onChange} />
      </div>
      {answer.sessions === 0 ? (
        <NoMatches onClear={() => navigate(hrefWith({ ...NO_NARROWING, f: "", or: "" }))} />
      ) : (
        <>
          <div className="mt-5">
            <ModePicker {...answer} chosen={mode} />
          </div>
          <Drawing
            sides={sides}
            sideNames={sideNames}
            mode={mode}
            replaysLink={replaysLink({ page: filters.page, scope, mode })}
            chosen={filters.element || null}
            onChoose={(selector) => onChange({ element: selector ?? "" })}
          />
        </>
      )}
    </>
  );
}

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No matching visits"
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Choose a longer date range, another version or window size, or remove a filter.
    </EmptyState>
  );
}

function NoData() {
  return (
    <EmptyState
      title="No visits to this page in this date range"
      action={<LinkButton href="/recording">View recording settings</LinkButton>}
    >
      Clicks and scrolling of consented visitors appear here within a minute. Choose a longer date range, or
      check that recording is on.
    </EmptyState>
  );
}

/** Heatmap types, each with its count. */
function ModePicker({ counts, scroll, chosen }: ModePickerProps) {
  const [path] = useLocation();
  const search = useSearch();
  const hrefFor = (mode: ModePickerProps["chosen"]) => {
    const params = new URLSearchParams(search);
    params.set("mode", mode);
    params.delete("element");
    return `${path}?${params}`;
  };
  const amounts = {
    clicks: formatCount(counts.all),
    rage: formatCount(counts.rage),
    dead: formatCount(counts.dead),
    scroll: formatCounted(scroll.views, "page view"),
    sections: null,
  };
  return (
    <>
      <nav aria-label="Heatmap type" className="flex gap-x-5 overflow-x-auto border-hairline border-b">
        {[...MODES, SECTIONS_MODE].map((mode) => (
          <Link
            key={mode}
            href={hrefFor(mode)}
            aria-current={mode === chosen ? "true" : undefined}
            className="shrink-0 border-transparent border-b-2 py-2 text-ink-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
          >
            {MODE_NAMES[mode].name}{" "}
            <span className="font-normal text-ink-muted text-xs tabular-nums">{amounts[mode]}</span>
          </Link>
        ))}
      </nav>
      <p className="mt-2 text-ink-muted text-xs">{MODE_NAMES[chosen].means}</p>
    </>
  );
}

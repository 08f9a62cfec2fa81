import type { HeatmapAnswer } from "@marquee/contract/schema";
import { Link, useLocation, useSearch } from "wouter";
import { formatCount, formatCounted } from "../../shared/format.ts";
import { MODES, type Mode } from "./stage/stage.types.ts";

interface ModePickerProps extends Pick<HeatmapAnswer, "counts" | "scroll"> {
  chosen: Mode;
}

const MODE_NAMES: Record<Mode, { name: string; means: string }> = {
  clicks: { name: "Clicks", means: "Every click and tap." },
  rage: { name: "Rage clicks", means: "Three or more within a second at one place: somebody lost patience." },
  dead: {
    name: "Dead clicks",
    means: "Nothing came of them: what was clicked looks as if it did something.",
  },
  scroll: { name: "Scroll depth", means: "How far down people saw the page." },
};

/** What is drawn over the page, each with how much there is of it. */
export function ModePicker({ counts, scroll, chosen }: ModePickerProps) {
  const [path] = useLocation();
  const search = useSearch();
  const hrefFor = (mode: Mode) => {
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
  };
  return (
    <>
      <nav aria-label="What is drawn" className="flex gap-x-5 overflow-x-auto border-hairline border-b">
        {MODES.map((mode) => (
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

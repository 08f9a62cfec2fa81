import { ArrowDown, ArrowUp } from "lucide-react";
import { formatChange, formatPoints } from "../format/format.ts";

interface ChangeProps {
  now: number;
  /** Null if there was nothing to measure in the previous period. */
  before: number | null;
  /** A rate changes in percentage points, everything else in percent. */
  kind: "count" | "rate";
  /** Which direction is an improvement; neither by default. */
  better?: "up" | "down";
  /** Tooltip. */
  hint: string;
}

/** The change of a metric from the previous period, with sign and arrow; the color says whether it improved. */
export function Change({ now, before, kind, better, hint }: ChangeProps) {
  const text = changeText(now, before, kind);
  if (before === null) return <>No earlier data</>;
  // A change from zero has no percentage.
  if (text === null) return <>{now === 0 ? "No change" : "No earlier value"}</>;
  const direction = directionOf(text);
  const Arrow = direction === "down" ? ArrowDown : ArrowUp;
  return (
    <span className={`inline-flex items-center gap-0.5 ${toneOf(direction, better)}`} title={hint}>
      {direction !== "none" && <Arrow aria-hidden="true" className="size-3.5" />}
      {text}
    </span>
  );
}

/** "+12%", "-2.1 pp"; null without an earlier value. */
export function changeText(now: number, before: number | null, kind: ChangeProps["kind"]): string | null {
  if (before === null) return null;
  return kind === "rate" ? formatPoints(now, before) : formatChange(now, before);
}

type Direction = "up" | "down" | "none";

/** Uses the displayed text, so that a change that rounds to zero has no arrow. */
function directionOf(text: string): Direction {
  if (text.startsWith("+")) return "up";
  return text.startsWith("-") ? "down" : "none";
}

function toneOf(direction: Direction, better: ChangeProps["better"]): string {
  if (!better || direction === "none") return "text-ink-muted";
  return direction === better ? "text-accent-strong" : "text-clay";
}

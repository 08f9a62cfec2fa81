import clsx from "clsx";
import type { ReactNode } from "react";

export type Tone = "leaf" | "sun" | "clay" | "sky" | "iris" | "neutral";

const TONES: Record<Tone, string> = {
  leaf: "bg-leaf-soft text-leaf-strong",
  sun: "bg-sun-soft text-ink",
  clay: "bg-clay-soft text-clay",
  sky: "bg-sky-soft text-sky",
  iris: "bg-iris-soft text-iris-strong",
  neutral: "bg-surface-sunken text-ink-muted",
};

/** A short label next to the item it describes. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx("inline-flex items-center rounded-sm px-1.5 py-0.5 font-medium text-xs", TONES[tone])}
    >
      {children}
    </span>
  );
}

/** One measured value with its target. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  aim?: { atMost: number } | { atLeast: number };
}

/** Formats figures as a Markdown table and marks those that miss their target. */
export function toMarkdown(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => `| ${figure.what} | ${format(figure)} | ${formatAim(figure)} |`);
  return ["| what | measured | aim |", "| --- | ---: | ---: |", ...rows].join("\n");
}

function format({ value, unit }: Figure): string {
  const digits = value < 10 ? 1 : 0;
  return `${value.toLocaleString("en", { maximumFractionDigits: digits })} ${unit}`;
}

function formatAim({ aim, value, unit }: Figure): string {
  if (!aim) return "";
  if ("atMost" in aim)
    return `<= ${aim.atMost.toLocaleString("en")} ${unit}${value > aim.atMost ? " (missed)" : ""}`;
  return `>= ${aim.atLeast.toLocaleString("en")} ${unit}${value < aim.atLeast ? " (missed)" : ""}`;
}

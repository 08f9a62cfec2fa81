import type { ContentNode } from "@marquee/contract";
import type { ContentElementProps } from "./ContentNodes.tsx";
import { elementStyles } from "./elementStyles.ts";

/** A table that scrolls sideways on its own where it is wider than the page, by keyboard too. */
export function ScrollingTable({ element, children }: ContentElementProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody could scroll it by keyboard.
      tabIndex={0}
      aria-label={headingsOf(element)}
      className="mt-6 overflow-x-auto first:mt-0"
    >
      <table className={elementStyles("table")}>{children}</table>
    </section>
  );
}

/** The texts of the first row: what the table is about. */
function headingsOf(table: ContentNode): string {
  const row = firstRow(table);
  if (!row) return "";
  return (row.children ?? [])
    .map((cell) => textOf(cell).trim())
    .filter(Boolean)
    .join(", ");
}

function firstRow(node: ContentNode): Exclude<ContentNode, string> | null {
  if (typeof node === "string") return null;
  if (node.tag === "tr") return node;
  for (const child of node.children ?? []) {
    const row = firstRow(child);
    if (row) return row;
  }
  return null;
}

function textOf(node: ContentNode): string {
  return typeof node === "string" ? node : (node.children ?? []).map(textOf).join("");
}

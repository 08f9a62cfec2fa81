import type { ContentNode } from "@marquee/contract";
import type { ReactNode } from "react";
import { contentText } from "./contentText.ts";
import { type ContentElementProps, elementStyles } from "./elementStyles.ts";

/** A table in markdown. */
export function MarkdownTable({ element, children }: ContentElementProps) {
  return <ScrollingTable label={headingsOf(element)}>{children}</ScrollingTable>;
}

/**
 * A table that scrolls horizontally if it is wider than the page, also by keyboard.
 * @param label accessible name of the table.
 */
export function ScrollingTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the site defers layout of every <section>, with a large placeholder height.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it cannot be scrolled by keyboard without focus.
    <div role="group" tabIndex={0} aria-label={label} className="mt-6 overflow-x-auto first:mt-0">
      <table className={elementStyles("table")}>{children}</table>
    </div>
  );
}

/** The texts of the first row, which describe the table. */
function headingsOf(table: ContentNode): string {
  const row = firstRow(table);
  if (!row) return "";
  return (row.children ?? [])
    .map((cell) => contentText(cell).trim())
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

import type { ContentNode } from "@marquee/contract";
import type { ReactNode } from "react";
import { contentText } from "./contentText.ts";
import { type ContentElementProps, elementStyles } from "./elementStyles.ts";

/** A table of markdown. */
export function MarkdownTable({ element, children }: ContentElementProps) {
  return <ScrollingTable label={headingsOf(element)}>{children}</ScrollingTable>;
}

/**
 * A table that scrolls sideways on its own where it is wider than the page, by keyboard too.
 * @param label what it is about.
 */
export function ScrollingTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: pages lay sections out when they come near, with the height of a large one until then.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody could scroll it by keyboard.
    <div role="group" tabIndex={0} aria-label={label} className="mt-6 overflow-x-auto first:mt-0">
      <table className={elementStyles("table")}>{children}</table>
    </div>
  );
}

/** The texts of the first row: what the table is about. */
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

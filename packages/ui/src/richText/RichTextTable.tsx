import type { Block, Inline, Text } from "@contentful/rich-text-types";
import type { ReactNode } from "react";
import { ScrollingTable } from "../markdown/ScrollingTable.tsx";

type Node = Block | Inline | Text;

/** A table of a rich text. Its first row says what it is about. */
export function RichTextTable({ table, children }: { table: Node; children: ReactNode }) {
  const cells = contentOf(contentOf(table)[0]);
  const label = cells.map((cell) => textOf(cell).trim()).filter(Boolean);
  return (
    <ScrollingTable label={label.join(", ")}>
      <tbody>{children}</tbody>
    </ScrollingTable>
  );
}

function contentOf(node: Node | undefined): Node[] {
  return node && "content" in node ? node.content : [];
}

function textOf(node: Node): string {
  return "value" in node ? node.value : contentOf(node).map(textOf).join("");
}

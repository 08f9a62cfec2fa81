import type { AstNode } from "./convertNode.ts";

/** All text below a node, however deep, without recursion. */
export function textOf(node: AstNode): string {
  const texts: string[] = [];
  const waiting: unknown[] = [node];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...next.toReversed());
    else if (typeof next === "object" && next !== null) {
      const { children, items, cells, header, text } = next as Record<string, unknown>;
      if (children ?? items ?? cells) waiting.push(cells, items, header, children);
      else if (typeof text === "string") texts.push(text);
    }
  }
  return texts.join("");
}

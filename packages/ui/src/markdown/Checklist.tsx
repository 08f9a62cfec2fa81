import type { ContentNode } from "@marquee/contract";
import { Check } from "lucide-react";
import { type ContentElementProps, ContentNodes } from "./ContentNodes.tsx";

/** A list with a check icon before each item (`data-icon-list="checklist"`; specification, section 2). */
export function Checklist({ element }: ContentElementProps) {
  const List = element.tag === "ol" ? "ol" : "ul";
  const items = (element.children ?? []).filter((child) => typeof child !== "string");
  return (
    <List data-icon-list="checklist" className="mt-5 space-y-3 first:mt-0">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text stay where they are.
        <Item key={index} nodes={item.children ?? []} />
      ))}
    </List>
  );
}

function Item({ nodes }: { nodes: ContentNode[] }) {
  return (
    <li className="flex gap-3">
      <span className="mt-1 grid size-5 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-strong">
        <Check aria-hidden="true" className="size-3.5" strokeWidth={2.5} />
      </span>
      <div className="min-w-0">
        <ContentNodes nodes={nodes} />
      </div>
    </li>
  );
}

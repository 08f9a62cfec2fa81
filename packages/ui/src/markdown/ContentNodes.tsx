import type { ContentElement, ContentNode, ContentTag } from "@marquee/contract";
import { type ComponentType, createElement, type ReactNode } from "react";
import { Alert } from "./Alert.tsx";
import { Checklist } from "./Checklist.tsx";
import { ContentImage } from "./ContentImage.tsx";
import { ContentLink } from "./ContentLink.tsx";
import { elementStyles } from "./elementStyles.ts";
import { MarkdownTable } from "./ScrollingTable.tsx";
import { TaskMark } from "./TaskMark.tsx";
import { Term } from "./Term.tsx";

/** What an element of the text is drawn with; `children` are drawn already. */
export interface ContentElementProps {
  element: ContentElement;
  children: ReactNode;
}

/** Names that React has for attributes of its own. */
const PROP_NAMES: Readonly<Record<string, string>> = {
  colspan: "colSpan",
  rowspan: "rowSpan",
  datetime: "dateTime",
};
/** Attributes that say how something is drawn, and are not in the document. */
const DRAWN: ReadonlySet<string> = new Set(["align", "data-icon-list", "data-icon-link", "data-alert"]);

const COMPONENTS: Partial<Record<ContentTag, ComponentType<ContentElementProps>>> = {
  a: ContentLink,
  img: ContentImage,
  table: MarkdownTable,
  tt: Term,
  task: TaskMark,
};

/** The text of a page: what `compileMarkdown` made of it, wherever that ran. */
export function ContentNodes({ nodes }: { nodes: readonly ContentNode[] }) {
  return drawNodes(nodes);
}

/** Texts are replaced whole, never edited in place, so an element's index is its identity. */
function drawNodes(nodes: readonly ContentNode[]): ReactNode[] {
  return nodes.map((node, index) => (typeof node === "string" ? node : drawElement(node, index)));
}

function drawElement(element: ContentElement, key: number): ReactNode {
  const { tag, attributes } = element;
  const children = element.children && drawNodes(element.children);
  const Component = componentOf(element);
  if (Component) {
    return (
      <Component key={key} element={element}>
        {children}
      </Component>
    );
  }
  const props = { ...propsOf(element), key, className: elementStyles(tag, attributes?.align) };
  // A long line of code scrolls, and by keyboard only what takes the focus does.
  return createElement(tag, tag === "pre" ? { ...props, ...FOCUSABLE } : props, children);
}

const FOCUSABLE = { tabIndex: 0 };

function componentOf({ tag, attributes }: ContentElement): ComponentType<ContentElementProps> | undefined {
  if (attributes?.["data-icon-list"] === "checklist") return Checklist;
  if (tag === "blockquote" && attributes?.["data-alert"] !== undefined) return Alert;
  return COMPONENTS[tag];
}

/** The attributes that stand in the document, by React's names. */
function propsOf({ attributes = {} }: ContentElement): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => !DRAWN.has(name))
      .map(([name, value]) => [PROP_NAMES[name] ?? name, value]),
  );
}

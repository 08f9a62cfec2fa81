import type { ContentElement, ContentNode, ContentTag } from "@marquee/contract";
import { Tooltip } from "@marquee/ui";
import {
  Check,
  CircleAlert,
  Info,
  Lightbulb,
  type LucideIcon,
  Square,
  SquareCheck,
  TriangleAlert,
} from "lucide-react";
import { type ComponentType, createElement, type ReactNode } from "react";
import { ContentImage } from "./ContentImage.tsx";
import { ContentLink } from "./ContentLink.tsx";
import { type ContentElementProps, elementStyles } from "./elementStyles.ts";
import { MarkdownTable } from "./ScrollingTable.tsx";

interface AlertKind {
  Icon: LucideIcon;
  className: string;
}

const NOTE: AlertKind = { Icon: Info, className: "bg-sky-soft" };
const ALERTS: Readonly<Record<string, AlertKind>> = {
  note: NOTE,
  tip: { Icon: Lightbulb, className: "bg-leaf-soft" },
  important: { Icon: CircleAlert, className: "bg-iris-soft" },
  warning: { Icon: TriangleAlert, className: "bg-clay-soft" },
  caution: { Icon: TriangleAlert, className: "bg-clay-soft" },
};

const SIDES = ["top", "right", "bottom", "left"] as const;
const THEMES = ["dark", "light", "purple"] as const;

/** Attributes that have another name in React. */
const PROP_NAMES: Readonly<Record<string, string>> = {
  colspan: "colSpan",
  rowspan: "rowSpan",
  datetime: "dateTime",
};
/** Attributes that control rendering and are not part of the document. */
const DRAWN: ReadonlySet<string> = new Set(["align", "data-icon-list", "data-icon-link", "data-alert"]);

const COMPONENTS: Partial<Record<ContentTag, ComponentType<ContentElementProps>>> = {
  a: ContentLink,
  img: ContentImage,
  table: MarkdownTable,
  tt: Term,
  task: TaskMark,
};

/** Makes an element focusable, so that it can be scrolled by keyboard. */
const FOCUSABLE = { tabIndex: 0 };

/** Renders the output of `compileMarkdown`, which may have run on the server. */
export function ContentNodes({ nodes }: { nodes: readonly ContentNode[] }) {
  return drawNodes(nodes);
}

/** Uses an element's index as its key, because texts are replaced as a whole and never edited in place. */
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
  // Long lines of code scroll.
  return createElement(tag, tag === "pre" ? { ...props, ...FOCUSABLE } : props, children);
}

function componentOf({ tag, attributes }: ContentElement): ComponentType<ContentElementProps> | undefined {
  if (attributes?.["data-icon-list"] === "checklist") return Checklist;
  if (tag === "blockquote" && attributes?.["data-alert"] !== undefined) return Alert;
  return COMPONENTS[tag];
}

/** The element's attributes under their React names. */
function propsOf({ attributes = {} }: ContentElement): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => !DRAWN.has(name))
      .map(([name, value]) => [PROP_NAMES[name] ?? name, value]),
  );
}

/** An alert: `> [!NOTE]`, TIP, IMPORTANT, WARNING or CAUTION. */
function Alert({ element, children }: ContentElementProps) {
  const { Icon, className } = ALERTS[String(element.attributes?.["data-alert"])] ?? NOTE;
  return (
    <div role="note" className={`mt-6 flex gap-3.5 rounded-md px-4 py-3.5 first:mt-0 ${className}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
      <div className="min-w-0 [&_a]:text-ink">{children}</div>
    </div>
  );
}

/** A list with a check icon before each item (`data-icon-list="checklist"`; specification, section 2). */
function Checklist({ element }: ContentElementProps) {
  const List = element.tag === "ol" ? "ol" : "ul";
  const items = (element.children ?? []).filter((child) => typeof child !== "string");
  return (
    <List data-icon-list="checklist" className="mt-5 space-y-3 first:mt-0">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts are replaced as a whole.
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

/** The checkbox of a task: `- [x]` is done, `- [ ]` is not. Screen readers announce the character's name in their own language. */
function TaskMark({ element }: ContentElementProps) {
  const isDone = element.attributes?.checked === true;
  const Mark = isDone ? SquareCheck : Square;
  return (
    <>
      <Mark
        aria-hidden="true"
        className={`-mt-0.5 inline size-4.5 ${isDone ? "text-accent" : "text-control"}`}
        strokeWidth={1.75}
      />
      <span className="sr-only">{isDone ? "☑" : "☐"}</span>
    </>
  );
}

/** A term with an explanation in a tooltip, by default on its right (`tt`; specification, section 2). */
function Term({ element, children }: ContentElementProps) {
  const { text, side, theme, open } = element.attributes ?? {};
  if (!text) return children;
  return (
    <Tooltip
      text={String(text)}
      side={SIDES.find((each) => each === side) ?? "right"}
      theme={THEMES.find((each) => each === theme) ?? "dark"}
      isOpenOnLoad={open === true}
      className="underline decoration-accent decoration-dotted underline-offset-4"
    >
      {children}
    </Tooltip>
  );
}

import { contentFlag, withTriedOrder } from "@marquee/contract";
import { Children, isValidElement, type ReactNode } from "react";
import { useSite } from "../site/siteContext.tsx";

interface MovableSectionsProps {
  /** Name of the page. */
  page: string;
  /** IDs of the sections that visitors see, in order; missing if they are the children. */
  shown: readonly string[] | undefined;
  /** Elements of the page's sections below the first one, each with its ID in `PAGE_SECTIONS` as `key`. */
  children: ReactNode;
}

/** Sections in the order that editors have published, or that an experiment tries; without those that are hidden. */
export function MovableSections({ page, shown, children }: MovableSectionsProps) {
  const tried = useSite().flags[contentFlag(page)]?.order;
  if (!shown && !tried) return children;
  // `Children.toArray` prefixes keys with `.$`.
  const sections = new Map(
    Children.toArray(children)
      .filter(isValidElement)
      .map((section) => [(section.key ?? "").replace(/^\.\$/, ""), section]),
  );
  const order = (shown ?? [...sections.keys()]).filter((id) => sections.has(id));
  return (tried ? withTriedOrder(order, tried) : order).map((id) => sections.get(id));
}

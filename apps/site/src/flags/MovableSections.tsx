import { Children, isValidElement, type ReactNode } from "react";

interface MovableSectionsProps {
  /** IDs of the sections that this visitor sees, in order; missing if they are the children. */
  visibleSections: readonly string[] | undefined;
  /** Elements of the page's sections below the first one, each with its ID in `PAGE_SECTIONS` as `key`. */
  children: ReactNode;
}

/** Sections in the order that editors have published, or that an experiment tries; without those that are hidden. */
export function MovableSections({ visibleSections, children }: MovableSectionsProps) {
  if (!visibleSections) return children;
  // `Children.toArray` prefixes keys with `.$`.
  const sections = new Map(
    Children.toArray(children)
      .filter(isValidElement)
      .map((section) => [(section.key ?? "").replace(/^\.\$/, ""), section]),
  );
  return visibleSections.filter((id) => sections.has(id)).map((id) => sections.get(id));
}

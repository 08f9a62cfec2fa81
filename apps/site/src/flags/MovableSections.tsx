import { contentFlag } from "@marquee/contract";
import { Children, isValidElement, type ReactNode } from "react";
import { useSite } from "../site/siteContext.tsx";

interface MovableSectionsProps {
  /** Name of the page. */
  page: string;
  /** Each with the id of its section as `key`. */
  children: ReactNode;
}

/** Sections in the order set by a content experiment. Unlisted sections keep their places after them. */
export function MovableSections({ page, children }: MovableSectionsProps) {
  const order = useSite().flags[contentFlag(page)]?.order;
  if (!order) return children;
  const sections = Children.toArray(children).filter(isValidElement);
  // React marks the keys of an array's elements with a prefix.
  const idOf = (key: string | null) => (key ?? "").replace(/^\.\$/, "");
  const placeOf = (key: string | null) => {
    const place = order.indexOf(idOf(key));
    return place < 0 ? order.length : place;
  };
  return sections.sort((one, other) => placeOf(one.key) - placeOf(other.key));
}

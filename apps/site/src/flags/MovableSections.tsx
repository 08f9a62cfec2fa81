import { contentFlag } from "@marquee/contract";
import { Children, isValidElement, type ReactNode } from "react";
import { useSite } from "../site/siteContext.tsx";

interface MovableSectionsProps {
  /** Name of the page. */
  page: string;
  /** Section elements, each with its section ID as `key`. */
  children: ReactNode;
}

/** Sections in the order set by a content patch. Unlisted sections follow in their original order. */
export function MovableSections({ page, children }: MovableSectionsProps) {
  const order = useSite().flags[contentFlag(page)]?.order;
  if (!order) return children;
  const sections = Children.toArray(children).filter(isValidElement);
  // `Children.toArray` prefixes keys with `.$`.
  const idOf = (key: string | null) => (key ?? "").replace(/^\.\$/, "");
  const placeOf = (key: string | null) => {
    const place = order.indexOf(idOf(key));
    return place < 0 ? order.length : place;
  };
  return sections.sort((one, other) => placeOf(one.key) - placeOf(other.key));
}

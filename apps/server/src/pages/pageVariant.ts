import type { PageVariant } from "@marquee/contract";
import type { SiteAnswers } from "../flags/siteAnswers.ts";
import type { Visitor } from "../visitor/visitor.ts";

/** What differs between this visitor's document and another's. */
export function pageVariant(visitor: Visitor, answers: SiteAnswers): PageVariant {
  const { flags, assignments, redirects, isPreview, key } = answers;
  return { ...visitor, flags, assignments, redirects, isForEverybody: key === "", isPreview };
}

import type { PageVariant } from "@marquee/contract";
import type { SiteFlagValues } from "../flags/siteFlagValues.ts";
import type { Visitor } from "../visitor/visitor.ts";

/** What differs between this visitor's document and another's. */
export function pageVariantOf(visitor: Visitor, answers: SiteFlagValues): PageVariant {
  const { flags, assignments, redirects, isPreview, key } = answers;
  return { ...visitor, flags, assignments, redirects, isForEverybody: key === "", isPreview };
}

/** What visitors a document is for, as the archive keeps it: words apart by spaces, none for everybody. `<experiment>/<variation>` is such a word. */
export function variantLabel(
  visitor: Visitor,
  answers: Pick<SiteFlagValues, "assignments" | "isPreview">,
): string {
  const { isBannerHidden, audience, isPrivacyRestricted } = visitor;
  const words = [
    audience === "visitor" ? "" : audience,
    isBannerHidden ? "banner-hidden" : "",
    isPrivacyRestricted ? "privacy-restricted" : "",
    answers.isPreview ? "preview" : "",
    ...answers.assignments.map(({ exposure }) => `${exposure.experiment_id}/${exposure.variation_id}`),
  ];
  return words.filter((word) => word !== "").join(" ");
}

import type { PageVariant, SiteSettings } from "@marquee/contract";
import type { SiteTools } from "../domains/connections/siteTools.ts";
import type { VisitorFlags } from "../domains/flags/visitorFlags.ts";
import type { FixedSettings } from "../platform/config/siteSettings.ts";
import type { Visitor } from "../platform/visitor/visitor.ts";

/** Everything that makes a visitor's document differ from another visitor's. */
export function pageVariantOf(visitor: Visitor, answers: VisitorFlags): PageVariant {
  const { flags, assignments, redirects, key, arePerPage } = answers;
  const isForEveryone = key === "";
  return { ...visitor, flags, assignments, redirects, isForEveryone, areFlagsPerPage: arePerPage };
}

/**
 * Everything that a document of the site is rendered with. Previews use it too, so that they equal visitors' documents.
 */
export function documentSettings(
  { settings, tools }: { settings: FixedSettings; tools: SiteTools },
  visitor: Visitor,
  answers: VisitorFlags,
): SiteSettings {
  return { ...settings, ...tools.settings, ...pageVariantOf(visitor, answers) };
}

/**
 * The variant under which the archive stores a document: space-separated words such as `customer` or
 * `<experiment>/<variation>`; empty for the default page.
 */
export function variantLabel(visitor: Visitor, answers: Pick<VisitorFlags, "assignments">): string {
  const { isBannerHidden, audience, isPrivacyRestricted } = visitor;
  const words = [
    audience === "visitor" ? "" : audience,
    isBannerHidden ? "banner-hidden" : "",
    isPrivacyRestricted ? "privacy-restricted" : "",
    ...answers.assignments.map(({ exposure }) => `${exposure.experiment_id}/${exposure.variation_id}`),
  ];
  return words.filter((word) => word !== "").join(" ");
}

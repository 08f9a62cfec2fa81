import { SECTION_ATTRIBUTES, SEGMENT_LOCATION_ATTRIBUTE } from "@marquee/contract";
import { matchPage } from "./pages.ts";
import { useSite } from "./siteContext.tsx";

interface TrackedSection {
  id: string;
  /** Kind of section, the same on every page. */
  model: string;
  title: string;
  /** Design token of its background. */
  color?: "background" | "iris-soft";
}

/**
 * Attributes that identify a section in section views and clicks (specification, section 3). Its title is in the page's language and may vary in
 * experiments; the label and the internal name (`pricing/plans`) stay the same. Excludes its position on the page: measurement counts the
 * sections, because experiments can move them.
 */
export function useTrackedSection({
  id,
  model,
  title,
  color = "background",
}: TrackedSection): Record<string, string> {
  const { path, pageId } = useSite();
  const page = matchPage(path)?.page.name ?? pageId;
  return {
    [SECTION_ATTRIBUTES.sectionId]: id,
    [SECTION_ATTRIBUTES.sectionColor]: color,
    [SECTION_ATTRIBUTES.sectionInternalName]: `${page}/${id}`,
    [SECTION_ATTRIBUTES.sectionModelName]: model,
    [SECTION_ATTRIBUTES.sectionLabel]: labelOf(id),
    [SECTION_ATTRIBUTES.sectionTitle]: title,
    [SEGMENT_LOCATION_ATTRIBUTE]: id,
  };
}

/** `add-ons` is "Add ons". */
function labelOf(id: string): string {
  const words = id.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import { SECTION_ATTRIBUTES, SEGMENT_LOCATION_ATTRIBUTE } from "@marquee/contract";

interface TrackedSection {
  id: string;
  /** Kind of section, the same on every page. */
  model: string;
  title: string;
}

/** Attributes that identify a section in section views and clicks. */
export function trackedSection({ id, model, title }: TrackedSection): Record<string, string> {
  return {
    [SECTION_ATTRIBUTES.sectionId]: id,
    [SECTION_ATTRIBUTES.sectionModelName]: model,
    [SECTION_ATTRIBUTES.sectionTitle]: title,
    [SEGMENT_LOCATION_ATTRIBUTE]: id,
  };
}

/** What a section of a page says about itself (specification, section 3); the element carries it as attributes. */
export interface SectionTracking {
  /** Place on the page, from 0. */
  sectionIndex?: number | undefined;
  sectionId?: string | undefined;
  sectionColor?: string | undefined;
  sectionInternalName?: string | undefined;
  /** Kind of section, such as the component's name. */
  sectionModelName?: string | undefined;
  sectionLabel?: string | undefined;
  sectionTitle?: string | undefined;
}

/** The attribute that carries each field. An element with `sectionModelName`'s attribute is a section whose being seen counts. */
export const SECTION_ATTRIBUTES = {
  sectionIndex: "data-section-index",
  sectionId: "data-section-id",
  sectionColor: "data-section-color",
  sectionInternalName: "data-section-internal-name",
  sectionModelName: "data-section-model-name",
  sectionLabel: "data-section-label",
  sectionTitle: "data-section-title",
} as const satisfies Record<keyof SectionTracking, `data-section-${string}`>;

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

/**
 * Click tracking of a button (specification, section 3). It is rendered as attributes, so that measurement
 * needs one listener and no knowledge of components.
 */
export interface ClickTracking {
  /** Name of the event; 'click web' unless given. */
  eventName?: string | undefined;
  buttonClicked?: string | undefined;
  linkTitle?: string | undefined;
  source?: string | undefined;
  sectionId?: string | undefined;
  articleId?: string | undefined;
  /** Kind of thing that was clicked; 'button' unless given. */
  clickedType?: string | undefined;
}

const DEFAULT_TRACKING = { eventName: "click web", clickedType: "button" } as const satisfies ClickTracking;

/** The attribute that carries each field. An element with `eventName`'s attribute is one whose clicks count. */
export const TRACK_ATTRIBUTES = {
  eventName: "data-track-event-name",
  buttonClicked: "data-track-button-clicked",
  linkTitle: "data-track-link-title",
  source: "data-track-source",
  sectionId: "data-track-section-id",
  articleId: "data-track-article-id",
  clickedType: "data-track-clicked-type",
} as const satisfies Record<keyof ClickTracking, `data-track-${string}`>;

/** The attributes that say `tracking`, defaults included; a field that is empty or absent has none. */
export function trackingAttributes(tracking: ClickTracking = {}): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [field, attribute] of Object.entries(TRACK_ATTRIBUTES)) {
    const value = { ...DEFAULT_TRACKING, ...given(tracking) }[field as keyof ClickTracking];
    if (value) attributes[attribute] = value;
  }
  return attributes;
}

/** Drops undefined values, so that defaults apply. */
function given(tracking: ClickTracking): ClickTracking {
  return Object.fromEntries(Object.entries(tracking).filter(([, value]) => value !== undefined));
}

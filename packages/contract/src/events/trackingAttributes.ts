import { SECTION_ID_ATTRIBUTE } from "./trackedElements.ts";

/** Tracking data of a page section (specification, section 3), rendered as attributes of its element. */
export interface SectionTracking {
  /** Position on the page, from 0. */
  sectionIndex?: number | undefined;
  sectionId?: string | undefined;
  sectionColor?: string | undefined;
  sectionInternalName?: string | undefined;
  /** Type of section, such as the component's name. */
  sectionModelName?: string | undefined;
  sectionLabel?: string | undefined;
  sectionTitle?: string | undefined;
}

/** Attribute of each field. An element with the attribute of `sectionModelName` is a section whose views are tracked. */
export const SECTION_ATTRIBUTES = {
  sectionIndex: "data-section-index",
  sectionId: SECTION_ID_ATTRIBUTE,
  sectionColor: "data-section-color",
  sectionInternalName: "data-section-internal-name",
  sectionModelName: "data-section-model-name",
  sectionLabel: "data-section-label",
  sectionTitle: "data-section-title",
} as const satisfies Record<keyof SectionTracking, `data-section-${string}`>;

/**
 * Click tracking of a button (specification, section 3). It is rendered as attributes, so that measurement needs a
 * single listener and no knowledge of components.
 */
export interface ClickTracking {
  /** Name of the event; defaults to 'click web'. */
  eventName?: string | undefined;
  buttonClicked?: string | undefined;
  linkTitle?: string | undefined;
  source?: string | undefined;
  sectionId?: string | undefined;
  articleId?: string | undefined;
  /** Type of the clicked element; defaults to 'button'. */
  clickedType?: string | undefined;
}

const DEFAULT_TRACKING = { eventName: "click web", clickedType: "button" } as const satisfies ClickTracking;

/** Attribute of each field. Clicks on an element with the attribute of `eventName` are tracked. */
export const TRACK_ATTRIBUTES = {
  eventName: "data-track-event-name",
  buttonClicked: "data-track-button-clicked",
  linkTitle: "data-track-link-title",
  source: "data-track-source",
  sectionId: "data-track-section-id",
  articleId: "data-track-article-id",
  clickedType: "data-track-clicked-type",
} as const satisfies Record<keyof ClickTracking, `data-track-${string}`>;

/** The attributes for `tracking`, defaults included. Empty and missing fields get none. */
export function trackingAttributes(tracking: ClickTracking = {}): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [field, attribute] of Object.entries(TRACK_ATTRIBUTES)) {
    const value = { ...DEFAULT_TRACKING, ...withoutUndefined(tracking) }[field as keyof ClickTracking];
    if (value) attributes[attribute] = value;
  }
  return attributes;
}

/** Drops undefined values, so that defaults apply. */
function withoutUndefined(tracking: ClickTracking): ClickTracking {
  return Object.fromEntries(Object.entries(tracking).filter(([, value]) => value !== undefined));
}

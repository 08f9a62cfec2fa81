/** Selects elements whose clicks are tracked: those with the attribute `TRACK_ATTRIBUTES.eventName`. */
export const TRACKED_SELECTOR = "[data-track-event-name]";

/** DOM event on `document` with which a block of the page requests a track call. `detail` is `{ event, properties }`. */
export const TRACK_REQUEST = "marquee:track";

/** Attribute with the ID of a page's section. */
export const SECTION_ID_ATTRIBUTE = "data-section-id";

/** Attributes that mark the part of a page, and the location in it, that a click is attributed to (specification, section 4). */
export const SEGMENT_ROOT_ATTRIBUTE = "data-segment-root";
export const SEGMENT_LOCATION_ATTRIBUTE = "data-segment-location";

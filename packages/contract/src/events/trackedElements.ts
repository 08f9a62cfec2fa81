/** What finds an element whose clicks count: it carries `TRACK_ATTRIBUTES.eventName`. */
export const TRACKED_SELECTOR = "[data-track-event-name]";

/** DOM event on `document` by which a block of the page asks for a track call: its detail is `{ event, properties }`. */
export const TRACK_REQUEST = "marquee:track";

/**
 * Marks the part of a page, and the location in it, that a click is attributed to (specification, section 4).
 */
export const SEGMENT_ROOT_ATTRIBUTE = "data-segment-root";
export const SEGMENT_LOCATION_ATTRIBUTE = "data-segment-location";

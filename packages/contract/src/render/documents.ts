/** Path of the interactive demo's document, which only pages of the same origin can frame. */
export const DEMO_FRAME_PATH = "/demo/frame";

/** Stands in the page of a failure for the ID of the request, which the server puts there. */
export const REQUEST_ID_PLACEHOLDER = "{request-id}";

/** Path of the interactive demo's document, which only pages of the same origin can frame. */
export const DEMO_FRAME_PATH = "/demo/frame";

/** Placeholder for the request's ID in the failure page, which the server replaces. */
export const REQUEST_ID_PLACEHOLDER = "{request-id}";

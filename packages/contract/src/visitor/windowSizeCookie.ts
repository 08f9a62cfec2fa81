/** Cookie with the size of the visitor's window at the last page view, one of `WINDOW_SIZES`. */
export const WINDOW_SIZE_COOKIE = "marquee_window";

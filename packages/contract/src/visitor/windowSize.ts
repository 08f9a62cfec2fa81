/** Classes of window widths, the narrowest first: below 600 CSS pixels, below 1200, and wider (breakpoints of the design). */
export const WINDOW_SIZES = ["phone", "tablet", "desktop"] as const;
export type WindowSize = (typeof WINDOW_SIZES)[number];

/** First widths in CSS pixels of a tablet's and of a desktop's window. */
const TABLET_WIDTH = 600;
const DESKTOP_WIDTH = 1200;

/** @param width of the window in CSS pixels. @returns null if it is not a positive number. */
export function windowSizeOf(width: number): WindowSize | null {
  if (!(width > 0)) return null;
  if (width < TABLET_WIDTH) return "phone";
  return width < DESKTOP_WIDTH ? "tablet" : "desktop";
}

/** @returns null if `text` is not one of {@link WINDOW_SIZES}. */
export function parseWindowSize(text: string | undefined): WindowSize | null {
  return WINDOW_SIZES.find((size) => size === text) ?? null;
}

/** Widths in CSS pixels at which layouts change and for which images are made (specification, section 9). */
export const BREAKPOINTS = [500, 600, 800, 1200, 1600] as const;

/** How wide an image shows: the whole window below 900 px, half of it otherwise (specification, section 2). */
export const DEFAULT_IMAGE_SIZES = "(max-width: 899px) 100vw, 50vw";
/** Quality of an encoded image, 1 to 100 (specification, section 9). */
export const DEFAULT_IMAGE_QUALITY = 50;

/** The widest image that is served, in pixels: the last breakpoint on a screen of double density. */
const MAX_IMAGE_WIDTH = 2 * Math.max(...BREAKPOINTS);

/**
 * The widths in which an image is served, in pixels, rising: the breakpoints below its own width, and its own
 * width, which is never exceeded and never more than 3200.
 * @param intrinsicWidth the source's own width in pixels, a whole number from 1.
 * @throws RangeError for any other number.
 */
export function imageWidths(intrinsicWidth: number): number[] {
  if (!Number.isSafeInteger(intrinsicWidth) || intrinsicWidth < 1) {
    throw new RangeError(`An image is a whole number of pixels wide, at least 1, not ${intrinsicWidth}.`);
  }
  const widest = Math.min(intrinsicWidth, MAX_IMAGE_WIDTH);
  return [...BREAKPOINTS.filter((each) => each < widest), widest];
}

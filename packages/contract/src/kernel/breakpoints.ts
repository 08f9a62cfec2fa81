/** Widths in CSS pixels at which layouts change and for which images are created (specification, section 9). */
export const BREAKPOINTS = [500, 600, 800, 1200, 1600] as const;

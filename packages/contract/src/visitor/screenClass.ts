import { BREAKPOINTS } from "../kernel/breakpoints.ts";

/** Classes of screen widths in CSS pixels, the narrowest first, by the breakpoints of the design. */
export const SCREEN_CLASSES = ["<500", "500-599", "600-799", "800-1199", "1200-1599", "1600+"] as const;
export type ScreenClass = (typeof SCREEN_CLASSES)[number];

/** The class of a screen's width in CSS pixels; empty if the width is not a positive number. */
export function screenClassOf(width: unknown): ScreenClass | "" {
  if (typeof width !== "number" || !(width > 0)) return "";
  return SCREEN_CLASSES[BREAKPOINTS.filter((breakpoint) => breakpoint <= width).length] ?? "";
}

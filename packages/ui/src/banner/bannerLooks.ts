import type { ShownBanner } from "@marquee/contract";

interface BannerLook {
  /** Classes of the banner itself. */
  band: string;
  badge: string;
  link: string;
}

/** A line in the page's own colors. */
const PLAIN: BannerLook = {
  band: "border-hairline border-b bg-accent-soft text-ink",
  badge: "bg-accent text-on-accent",
  link: "text-accent-strong",
};

/** Dark in both themes. Overrides the page's accent color for everything inside, including focus rings. */
const DARK: BannerLook = {
  band: "border-b border-[oklch(0.31_0.02_160)] bg-[oklch(0.15_0.02_160)] text-[oklch(0.94_0.01_95)] [--accent:oklch(0.83_0.14_152)]",
  badge: "bg-[oklch(0.28_0.05_155)] text-[oklch(0.9_0.09_152)]",
  link: "text-[oklch(0.83_0.14_152)]",
};

/** The sun color, with a text contrast above 7:1. */
const HIGH_CONTRAST: BannerLook = {
  band: "border-b-2 border-on-sun bg-sun text-on-sun [--accent:var(--on-sun)]",
  badge: "bg-on-sun text-sun",
  link: "font-semibold underline decoration-2",
};

const DARK_HIGH_CONTRAST: BannerLook = {
  band: "border-b-2 border-sun bg-[oklch(0.08_0.01_160)] text-[oklch(1_0_0)] [--accent:var(--sun)]",
  badge: "bg-sun text-on-sun",
  link: "font-semibold text-sun underline decoration-2",
};

/** The classes for a banner's settings (specification, section 3). All colors have a contrast of at least 4.5:1 in both themes. */
export function bannerLook({ isDarkMode, isHighContrast }: ShownBanner): BannerLook {
  if (isHighContrast) return isDarkMode ? DARK_HIGH_CONTRAST : HIGH_CONTRAST;
  return isDarkMode ? DARK : PLAIN;
}

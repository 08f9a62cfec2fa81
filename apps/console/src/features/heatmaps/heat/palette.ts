import { formatAverage, formatCount } from "@marquee/contract";

type Stop = readonly [red: number, green: number, blue: number, alpha: number];

/** From few clicks to the most. Each color is darker than the one before, so the scale does not depend on hue. */
const STOPS: readonly Stop[] = [
  [255, 224, 102, 0.5],
  [249, 150, 50, 0.68],
  [205, 66, 42, 0.78],
  [90, 16, 78, 0.86],
];

const SHADES = 256;
/** Shades below this fade out, so that the edge of a single click among many is invisible. */
const FADE = 0.12;

/** Maps heat to a position in the palette. The square root keeps few clicks visible next to many. */
export const heatToShade = (heat: number, most: number) => Math.sqrt(Math.min(1, Math.max(0, heat / most)));

/** The heat at a position in the palette. Inverse of {@link heatToShade}. */
export const shadeToHeat = (shade: number, most: number) => shade * shade * most;

/** RGBA bytes of each shade, one after the other. */
export const PALETTE: Uint8ClampedArray = Uint8ClampedArray.from(
  Array.from({ length: SHADES }, (_, index) => colorAt(index / (SHADES - 1))).flat(),
);

/** A shade as a CSS color. */
export function cssColor(shade: number): string {
  const [red, green, blue, alpha] = colorAt(shade);
  return `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
}

/** The color of a shade, each channel from 0 to 255. */
function colorAt(shade: number): Stop {
  const place = Math.min(1, Math.max(0, shade)) * (STOPS.length - 1);
  const index = Math.min(STOPS.length - 2, Math.floor(place));
  const channel = (of: 0 | 1 | 2 | 3) => {
    const low = STOPS[index]?.[of] ?? 0;
    return low + ((STOPS[index + 1]?.[of] ?? low) - low) * (place - index);
  };
  const alpha = channel(3) * Math.min(1, shade / FADE) * 255;
  return [Math.round(channel(0)), Math.round(channel(1)), Math.round(channel(2)), Math.round(alpha)];
}

interface LegendStep {
  /** Position in the palette, from 0 to 1. */
  shade: number;
  /** Label of the heat at that position. */
  text: string;
}

export interface LegendOptions {
  /** Heat of the darkest color. */
  most: number;
  /** Whether heat is counted per 100 sessions, so that versions with different traffic can be compared. */
  isPerSessions: boolean;
}

const LEGEND_SHADES = [0.25, 0.5, 0.75, 1];

/** Shades with their heat. If labels are equal, only the darkest shade is kept. */
export function legendSteps({ most, isPerSessions }: LegendOptions): LegendStep[] {
  const format = (heat: number) =>
    heat < 10 && isPerSessions ? formatAverage(heat) : formatCount(Math.max(1, Math.round(heat)));
  const steps = LEGEND_SHADES.map((shade) => ({ shade, text: format(shadeToHeat(shade, most)) }));
  return steps.filter(({ text }, index) => text !== steps[index + 1]?.text);
}

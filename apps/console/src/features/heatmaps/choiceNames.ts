import { formatCount, formatCounted } from "@marquee/contract";
import {
  HEATMAP_BANDS,
  type HeatmapKind,
  type HeatmapResponse,
  type HeatmapVariant,
  heatmapCount,
  UNKNOWN_VERSION,
} from "@marquee/contract/schema";
import { formatInstant } from "../../shared/format/format.ts";

type Names = Pick<HeatmapResponse, "variations">;

/** Words in a variant's key that are not a variation. */
const WORDS: Record<string, string> = { customer: "customers", preview: "preview" };

/** Name of a page. The home page's path alone is easy to overlook. */
export const pageName = (path: string) => (path === "/" ? "/ (home page)" : path);

/** The audience of a variant in words: "Everyone", "Hero: Bold, customers". */
export function variantName(
  { shown, variant }: Pick<HeatmapVariant, "shown" | "variant">,
  { variations }: Names,
): string {
  if (shown === UNKNOWN_VERSION) return "Unknown version";
  if (variant === "") return "Everyone";
  const nameOf = (word: string) => {
    const match = variations.find(({ value }) => value === word);
    if (match) return `${match.experiment}: ${match.variation}`;
    return WORDS[word] ?? word.replace("/", ": ");
  };
  const name = variant.split(" ").map(nameOf).join(", ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Name of one side of a comparison.
 * @param side a version, or `variant:` with a variant's key.
 */
export function sideName(side: string, answer: Names & Pick<HeatmapResponse, "variants">): string {
  const variant = answer.variants.find(
    (each) => each.shown === side || each.versions.some(({ version }) => version === side),
  );
  if (!variant) {
    const [, key] = /^variant:(.*)$/.exec(side) ?? [];
    return key === undefined ? side : variantName({ shown: side, variant: key }, answer);
  }
  const version = variant.versions.find((each) => each.version === side);
  const name = variantName(variant, answer);
  return version ? `${name}, as of ${formatInstant(version.firstServedAt)}` : name;
}

/** Singular nouns of what each heatmap counts. */
const COUNTED: Record<HeatmapKind, string> = {
  all: "click",
  rage: "rage click",
  dead: "dead click",
  scroll: "session",
};

/** How many of the page's clicks are drawn, and for which window size and version; null if all of them are. */
export function shownText(
  answer: Names & Pick<HeatmapResponse, "variants" | "sessions" | "counts" | "shown" | "band">,
  kind: HeatmapKind,
): string | null {
  const { variants, shown, band } = answer;
  const all = variants.reduce((sum, variant) => sum + heatmapCount(variant, kind), 0);
  const drawn = heatmapCount(answer, kind);
  if (drawn >= all) return null;
  const side = `windows of ${bandName(band)}, version: ${sideName(shown, answer)}`;
  return `${formatCount(drawn)} of ${formatCounted(all, COUNTED[kind])}: ${side}. The rest are in other window sizes or versions.`;
}

/** All variants and versions with their counts. A selected option stays visible even if there is no data for it. */
export function shownChoices(
  answer: Names & Pick<HeatmapResponse, "variants" | "shown">,
  kind: HeatmapKind,
): [value: string, name: string][] {
  const choices = knownChoices(answer, kind);
  const { shown } = answer;
  const isKnown = choices.some(([value]) => value === shown);
  return isKnown ? choices : [...choices, [shown, sideName(shown, answer)]];
}

function knownChoices(
  answer: Names & Pick<HeatmapResponse, "variants">,
  kind: HeatmapKind,
): [value: string, name: string][] {
  return answer.variants.flatMap((variant) => {
    const name = variantName(variant, answer);
    const versions = variant.versions.length > 1 ? variant.versions : [];
    return [
      [variant.shown, `${name} (${formatCounted(heatmapCount(variant, kind), COUNTED[kind])})`] as [
        string,
        string,
      ],
      ...versions.map((each): [string, string] => [
        each.version,
        `${name}, as of ${formatInstant(each.firstServedAt)} (${formatCount(heatmapCount(each, kind))})`,
      ]),
    ];
  });
}

/**
 * Window widths of a band: "1,200 to 1,599 px".
 * @param band the lowest width in CSS pixels.
 */
export function bandName(band: number): string {
  const next = HEATMAP_BANDS.find((breakpoint) => breakpoint > band);
  if (next === undefined) return `${formatCount(band)} px and wider`;
  return band === 0 ? `under ${formatCount(next)} px` : `${formatCount(band)} to ${formatCount(next - 1)} px`;
}

/** Bands that have sessions, and the selected one. */
export function bandChoices(
  { bands, band: selectedBand }: Pick<HeatmapResponse, "bands" | "band">,
  kind: HeatmapKind,
): [string, string][] {
  return HEATMAP_BANDS.flatMap((band): [string, string][] => {
    const count = bands.find((count) => count.band === band);
    if (!count && band !== selectedBand) return [];
    const amount = count ? heatmapCount(count, kind) : 0;
    return [[String(band), `${bandName(band)} (${formatCounted(amount, COUNTED[kind])})`]];
  });
}

import { formatCount, formatCounted, type Locale } from "@marquee/contract";
import { IMAGES_KEY, type TranslationCounts, type TranslationState } from "@marquee/contract/schema";
import type { Tone } from "@marquee/ui";
import { writeHref } from "../../../shared/address/writeHref.ts";

/** Filters of the translation editor. */
export const SHOWN_TEXTS = ["all", "missing", "outdated", "same"] as const;
export type ShownTexts = (typeof SHOWN_TEXTS)[number];

export const STATE_NAMES: Readonly<Record<TranslationState, string>> = {
  translated: "Translated",
  missing: "Missing",
  outdated: "Outdated",
  same: "Same as English",
};

export const STATE_TONES: Readonly<Record<TranslationState, Tone>> = {
  translated: "leaf",
  missing: "clay",
  outdated: "sun",
  same: "neutral",
};

/**
 * Percentage of texts whose translation is up to date. Texts that are the same as in English may be names, so they do not count.
 */
export function shareTranslated({ texts, translated, same }: TranslationCounts): number {
  const counted = texts - same;
  // 100 % only if nothing is left.
  return counted === 0 ? 100 : Math.floor((translated / counted) * 100);
}

/** "3 texts missing, 1 outdated"; empty if all are translated. */
export function openText({ missing, outdated }: Pick<TranslationCounts, "missing" | "outdated">): string {
  const parts = [
    ...(missing > 0 ? [`${formatCounted(missing, "text")} missing`] : []),
    ...(outdated > 0
      ? [missing > 0 ? `${formatCount(outdated)} outdated` : `${formatCounted(outdated, "text")} outdated`]
      : []),
  ];
  return parts.join(", ");
}

interface TranslationPlace {
  /** Key of an item in the language, or `IMAGES_KEY`. */
  key: string;
  locale: Locale;
  draft: number | null;
  show?: ShownTexts;
}

/** Address of the editor that shows a translation beside the English texts. */
export function hrefOfTranslation({ key, locale, draft, show = "all" }: TranslationPlace): string {
  const params = new URLSearchParams();
  if (draft !== null) params.set("draft", String(draft));
  if (show !== "all") params.set("show", show);
  const name = key === IMAGES_KEY ? `${IMAGES_KEY}:${locale}` : key;
  return writeHref(`/languages/${encodeURIComponent(name)}`, params);
}

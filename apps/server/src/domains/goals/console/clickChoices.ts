import { DEFAULT_LOCALE, MAX_CLICK_TARGETS, type SiteContent } from "@marquee/contract";
import type { ClickChoice, RecordedChoice } from "@marquee/contract/schema";
import type { ClickedTarget } from "../queries/clickChoices.ts";

/** Texts of the site in other languages, with their English versions. */
type EnglishTexts = ReadonlyMap<string, string>;

/** The site's texts have the same place in every language. A text shared by two places counts for the first. */
export function englishTextsOf({ copy }: Pick<SiteContent, "copy">): EnglishTexts {
  const english = new Map<string, string>();
  const add = (text: unknown, original: unknown) => {
    if (typeof text === "string" && typeof original === "string") {
      if (!english.has(text)) english.set(text, original);
    } else if (isTree(text) && isTree(original))
      for (const [name, value] of Object.entries(text)) add(value, original[name]);
  };
  for (const [locale, texts] of Object.entries(copy))
    if (locale !== DEFAULT_LOCALE) add(texts, copy[DEFAULT_LOCALE]);
  return english;
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Choices for goals on clicks, most frequent first. A button without ID is one choice across languages. */
export function groupClicks(clicked: readonly ClickedTarget[], english: EnglishTexts): ClickChoice[] {
  const groups = new Map<string, ClickedTarget[]>();
  for (const each of clicked) {
    const name = english.get(each.target) ?? each.target;
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups.values()]
    .map((group) => choiceOf(group, english))
    .toSorted((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1));
}

function choiceOf(group: readonly ClickedTarget[], english: EnglishTexts): ClickChoice {
  const texts = addUp(group.flatMap((each) => each.texts));
  const [inEnglish] = addUp(group.flatMap(({ englishTexts }) => englishTexts));
  const targets = group.map(({ target }) => target).slice(0, MAX_CLICK_TARGETS);
  const translated = texts.map(({ value }) => english.get(value)).find((text) => text !== undefined);
  return {
    label: inEnglish?.value ?? translated ?? texts[0]?.value ?? targets[0] ?? "",
    targets,
    texts: texts.map(({ value }) => value),
    places: addUp(
      group.flatMap(({ places }) =>
        places.map(({ count, ...place }) => ({ value: JSON.stringify(place), count })),
      ),
    ).map(({ value, count }) => ({ ...(JSON.parse(value) as { root: string; location: string }), count })),
    pages: addUp(group.flatMap(({ pages }) => pages)),
    count: group.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Adds up counts of equal values, highest first. */
function addUp(choices: readonly RecordedChoice[]): RecordedChoice[] {
  const counts = new Map<string, number>();
  for (const { value, count } of choices) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}

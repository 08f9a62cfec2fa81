import { contentFlag, type ExperimentDefinition, isLocale, type Json } from "@marquee/contract";
import type { PageTextResponse } from "@marquee/contract/schema";
import { repeated } from "./refuse.ts";

const MAX_CHARACTERS = 5000;
type Bag = { [name: string]: Json };

/**
 * Problems of a content experiment.
 * @param text of the page; null if there is no such page.
 */
export function contentProblems(
  { flag, page, variations }: ExperimentDefinition,
  text: PageTextResponse | null,
): string[] {
  const expected = contentFlag(page);
  const flagProblem =
    flag === expected ? [] : [`flag: A text experiment uses the flag named after its page. Use ${expected}.`];
  if (!text) return [...flagProblem, `page: There is no page ${page} with editable text.`];
  const [control] = variations;
  return [
    ...flagProblem,
    ...(isBag(control?.value) && Object.keys(control.value).length === 0
      ? []
      : ["variations.0.value: The control is the original page. Its value must be {}."]),
    ...variations.flatMap(({ value }, index) => patchProblems(value, text, `variations.${index}.value`)),
  ];
}

function patchProblems(value: Json, text: PageTextResponse, place: string): string[] {
  if (!isBag(value)) return [`${place}: The value must be an object with copy and order.`];
  const { copy = {}, order = [], ...unknown } = value;
  return [
    ...Object.keys(unknown).map((name) => `${place}.${name}: Unknown property. Use copy and order.`),
    ...copyProblems(copy, text, `${place}.copy`),
    ...orderProblems(order, text, `${place}.order`),
  ];
}

function copyProblems(copy: Json, { page, copy: written }: PageTextResponse, place: string): string[] {
  if (!isBag(copy)) return [`${place}: Use text by locale and key, such as { "en": { "hero.title": "…" } }.`];
  const addresses = written.en ?? {};
  return Object.entries(copy).flatMap(([locale, texts]) => {
    if (!isLocale(locale)) return [`${place}.${locale}: ${locale} is not a language of this site.`];
    if (!isBag(texts)) return [`${place}.${locale}: Use text by key, such as { "hero.title": "…" }.`];
    return Object.entries(texts).flatMap(([address, value]) => [
      ...(Object.hasOwn(addresses, address)
        ? []
        : [`${place}.${locale}: The page ${page} has no text ${address}.`]),
      ...(typeof value === "string" && value.length <= MAX_CHARACTERS
        ? []
        : [`${place}.${locale}: ${address} must be text of at most ${MAX_CHARACTERS} characters.`]),
    ]);
  });
}

function orderProblems(order: Json, { page, sections }: PageTextResponse, place: string): string[] {
  if (!Array.isArray(order) || !order.every((id) => typeof id === "string"))
    return [`${place}: The order must be a list of section IDs.`];
  return [
    ...order
      .filter((id) => !sections.includes(id))
      .map((id) => `${place}: The page ${page} has no movable section ${id}.`),
    ...repeated(order).map((id) => `${place}: The section ${id} is listed twice.`),
  ];
}

function isBag(value: Json | undefined): value is Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { expect, it } from "vitest";
import { languageOf } from "./language.ts";

it.each([
  ["de-AT", "de"],
  ["EN", "en"],
  ["pt_BR", "pt"],
  ["fil-PH", "fil"],
  ["", ""],
  ["english", ""],
  ["x", ""],
])("%j: %j", (locale, language) => {
  expect(languageOf(locale)).toBe(language);
});

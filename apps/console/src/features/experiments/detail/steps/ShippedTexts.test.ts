import type { ShippedField } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { isDecided, publishedSentence, withDecision } from "./ShippedTexts.tsx";

const field = (overrides: Partial<ShippedField> = {}): ShippedField => ({
  item: "copy:en:home",
  pointer: "/hero/title",
  label: "Hero: Title",
  value: "Short",
  title: "Home",
  locale: "en",
  ...overrides,
});
const sections = field({ item: "sections", pointer: "/home/order", locale: null, value: ["faq"] });
const german = field({ item: "copy:de:home", locale: "de" });

it("says how many texts are published in which languages", () => {
  expect(publishedSentence([sections, german, field(), field({ pointer: "/hero/lead" })])).toBe(
    "It publishes 3 texts: 2 in English, 1 in German, and the sections of the page.",
  );
  expect(publishedSentence([field()])).toBe("It publishes 1 text: 1 in English.");
  expect(publishedSentence([sections])).toBe("It publishes the sections of the page.");
  expect(publishedSentence([])).toBe("It publishes nothing, because all of it is already published.");
});

it("waits for a decision on each text that was published differently or can't be published", () => {
  const changed = field({ conflict: { value: "Edited" } });
  const wrong = field({ pointer: "/hero/lead", problem: "This text is empty." });
  expect([isDecided([german], []), isDecided([changed], [])]).toEqual([true, false]);
  const first = withDecision([], changed, "variation");
  expect(first).toEqual([
    { item: "copy:en:home", pointer: "/hero/title", published: "Edited", keep: "variation" },
  ]);
  expect(isDecided([changed, wrong], first)).toBe(false);
  const both = withDecision(withDecision(first, changed, "published"), wrong, "published");
  expect(both.map(({ keep }) => keep)).toEqual(["published", "published"]);
  expect(isDecided([changed, wrong], both)).toBe(true);
});

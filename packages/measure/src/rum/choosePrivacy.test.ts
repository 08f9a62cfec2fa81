import type { PrivacyLevel } from "@marquee/contract";
import { expect, test } from "vitest";
import { choosePrivacy } from "./choosePrivacy.ts";

const understand = (selector: string) => {
  if (selector.startsWith("!")) throw new Error("Not a selector");
};

test.each([
  ["mask-user-input", [], "mask-user-input"],
  ["mask-user-input", [".secret"], "mask-user-input"],
  ["mask-user-input", [".secret", "!"], "mask"],
  ["conservative", [], "mask"],
  ["something else", [], "mask"],
])("%s with %j is %s", (level, blockSelectors, expected) => {
  expect(choosePrivacy({ privacyLevel: level as PrivacyLevel, blockSelectors }, understand)).toBe(expected);
});

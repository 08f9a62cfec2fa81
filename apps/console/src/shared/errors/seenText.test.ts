import { expect, it } from "vitest";
import { seenText } from "./seenText.ts";

it("names where it was seen where that is known", () => {
  expect(seenText("first", "3 Jun", "release 1a2b3c4")).toBe("first 3 Jun in release 1a2b3c4");
  expect(seenText("last", "4 Jun", "")).toBe("last 4 Jun");
});

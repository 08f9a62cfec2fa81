import fc from "fast-check";
import { expect, test } from "vitest";
import { placeImage } from "./placeImage.ts";

const IMAGE = "![A board](board.png)";

/** Places the image where `^` is. */
const at = (marked: string) => placeImage(marked.replace("^", ""), marked.indexOf("^"), IMAGE);

test.each([
  ["an empty text", "^", IMAGE],
  ["an empty line", "One\n\n^\n\nTwo", `One\n\n${IMAGE}\n\nTwo`],
  ["the end of a paragraph", "One^\n\nTwo", `One\n\n${IMAGE}\n\nTwo`],
  ["the middle of a paragraph", "On^e\nmore\n\nTwo", `One\nmore\n\n${IMAGE}\n\nTwo`],
  ["a tip", "> [!TI^P]\n> Plan ahead.\n\nTwo", `> [!TIP]\n> Plan ahead.\n\n${IMAGE}\n\nTwo`],
  ["the last heading", "## On^e", `## One\n\n${IMAGE}`],
  ["an item of a list", "1. One ^\n2. Two", `1. One ${IMAGE}\n2. Two`],
  ["a line below an item", "1. One\n\n   ^More\n2. Two", `1. One\n\n   ${IMAGE}More\n2. Two`],
  ["a cell", "| One ^| Two |", `| One ${IMAGE}| Two |`],
])("places an image in %s", (_place, marked, expected) => {
  expect(at(marked)).toBe(expected);
});

test("loses nothing of the text except spaces around the image", () => {
  const text = fc.string({ unit: fc.constantFrom("a", " ", "\n", ">", "-", "|") });
  fc.assert(
    fc.property(text, fc.nat(), (before, place) => {
      const next = placeImage(before, place % (before.length + 1), IMAGE);
      expect(next.replace(IMAGE, "").replace(/\s/g, "")).toBe(before.replace(/\s/g, ""));
    }),
  );
});

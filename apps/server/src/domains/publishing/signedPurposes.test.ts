import { expect, it } from "vitest";
import { createImageLinks } from "./imageLinks.ts";
import { createPreviewPrefix, PREVIEW_PATH, readPreviewToken } from "./previewLinks.ts";

const KEY = () => "the key of both";
const NOW = Date.UTC(2026, 10, 1);
const images = createImageLinks(KEY, () => NOW);

const image = images.sign("0".repeat(64));
const preview = createPreviewPrefix(KEY, { choices: {}, for: { link: "a" } }, NOW + 1).slice(
  PREVIEW_PATH.length + 1,
);

it("each kind of token is valid for what it was signed for", () => {
  expect(images.read(image)).toBe("0".repeat(64));
  expect(readPreviewToken(KEY, preview, NOW).state).toBe("valid");
});

it("and for nothing else, although they share a key", () => {
  expect(images.read(preview)).toBeNull();
  expect(readPreviewToken(KEY, image, NOW).state).toBe("forged");
});

it("each kind has a signature of 128 bits", () => {
  for (const token of [image, preview]) expect(token.split(".").at(-1)).toMatch(/^[\w-]{22}$/);
});

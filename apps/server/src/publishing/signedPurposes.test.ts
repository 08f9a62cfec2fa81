import { expect, it } from "vitest";
import { createPreviewLinks, readPreview } from "../experiments/previewLinks.ts";
import { experimentDefinition } from "../testing/experimentDefinition.ts";
import { createImageLinks } from "./imageLinks.ts";
import { createPreviewPrefix, PREVIEW_PATH, readPreviewToken } from "./previewLinks.ts";

const KEY = () => "the key of all three";
const NOW = Date.UTC(2026, 10, 1);
const images = createImageLinks(KEY, () => NOW);
const [experiment] = createPreviewLinks(KEY, experimentDefinition(), "/");

const image = images.sign("0".repeat(64));
const preview = createPreviewPrefix(KEY, { choices: {}, for: { link: "a" } }, NOW + 1).slice(
  PREVIEW_PATH.length + 1,
);
const variation = experiment?.url.split("=")[1] ?? "";

it("each kind of token is valid for what it was signed for", () => {
  expect(images.read(image)).toBe("0".repeat(64));
  expect(readPreviewToken(KEY, preview, NOW).state).toBe("valid");
  expect(readPreview(KEY, variation)).not.toBeNull();
});

it("and for nothing else, although they share a key", () => {
  for (const other of [preview, variation]) expect(images.read(other)).toBeNull();
  for (const other of [image, variation]) expect(readPreviewToken(KEY, other, NOW).state).toBe("forged");
  for (const other of [image, preview]) expect(readPreview(KEY, other)).toBeNull();
});

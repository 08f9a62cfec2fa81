import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./run.mjs";

/** Folder of the fonts that packages/ui/src/tokens/fonts.css names. */
const FONTS = join(ROOT, "packages/ui/dist/fonts");

/** Font families by package, with the weights in use: one for headings, a range for text. */
const FAMILIES = [
  { name: "bricolage-grotesque", weight: 640 },
  { name: "instrument-sans", weight: { min: 400, max: 700 } },
];

/** The faces of each family in fonts.css, with their `unicode-range`: first and last code points. Without one, a face has all characters of its file. */
const FACES = {
  latin: null,
  "latin-ext": [
    [0x100, 0x24f],
    [0x1e00, 0x1eff],
  ],
};

/** OpenType features that the pages use: correct shaping of letters and accents, and tabular figures. */
const FEATURES = ["calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "rlig", "tnum"];

const require = createRequire(join(ROOT, "packages/ui/package.json"));

/**
 * Writes the fonts of the site and the console: all characters of a script, only the weights and features in use. They do not depend on today's
 * texts, because editors change those.
 */
export async function subsetFonts() {
  // Imported here, because this module is loaded before the first installation.
  const { default: subsetFont } = await import("subset-font");
  mkdirSync(FONTS, { recursive: true });
  for (const family of FAMILIES)
    for (const [face, ranges] of Object.entries(FACES))
      writeFileSync(
        join(FONTS, `${family.name}-${face}.woff2`),
        await subset(subsetFont, family, face, ranges),
      );
}

function subset(subsetFont, { name, weight }, face, ranges) {
  const font = readFileSync(
    require.resolve(`@fontsource-variable/${name}/files/${name}-${face}-wght-normal.woff2`),
  );
  return subsetFont(font, ranges ? charactersIn(ranges) : "", {
    keepAllGlyphs: !ranges,
    targetFormat: "woff2",
    keepFeatures: FEATURES,
    variationAxes: { wght: weight },
  });
}

function charactersIn(ranges) {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((codePoint) => String.fromCodePoint(codePoint))
    .join("");
}

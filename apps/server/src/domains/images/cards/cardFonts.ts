import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/**
 * Font files and their family name suffixes, basic Latin first. Letters missing there (such as ř) come from the
 * extended file, which needs its own family name.
 */
const SUBSETS = { latin: "", "latin-ext": " Extended" } as const;
const FACES = {
  Display: { family: "bricolage-grotesque", weight: 700 },
  Text: { family: "instrument-sans", weight: 500 },
} as const;
type Face = keyof typeof FACES;

export interface CardFont {
  name: string;
  data: Buffer;
  weight: 700 | 500;
  style: "normal";
}

/** The `font-family` value for a face: both subsets, basic Latin first. */
export function fontFamily(face: Face): string {
  return Object.values(SUBSETS)
    .map((suffix) => face + suffix)
    .join(", ");
}

let reading: Promise<CardFont[]> | undefined;

/** The brand's two faces as WOFF files for satori, read once per process. */
export function cardFonts(): Promise<CardFont[]> {
  reading ??= Promise.all(
    (["Display", "Text"] as const).flatMap((face) => [readFont(face, "latin"), readFont(face, "latin-ext")]),
  );
  return reading;
}

async function readFont(face: Face, subset: keyof typeof SUBSETS): Promise<CardFont> {
  const { family, weight } = FACES[face];
  const file = `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`;
  const data = await readFile(require.resolve(file));
  return { name: face + SUBSETS[subset], data, weight, style: "normal" };
}

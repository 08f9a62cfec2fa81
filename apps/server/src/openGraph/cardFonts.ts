import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Latin first; what it lacks (a name with a háček) is looked for in the extended file. */
const SUBSETS = ["latin", "latin-ext"] as const;
const FACES = [
  { name: "Display", family: "bricolage-grotesque", weight: 700 },
  { name: "Text", family: "instrument-sans", weight: 500 },
] as const;

export interface CardFont {
  name: string;
  data: Buffer;
  weight: 700 | 500;
  style: "normal";
}

let reading: Promise<CardFont[]> | undefined;

/** The brand's two faces in the format that cards are set from, read once. */
export function cardFonts(): Promise<CardFont[]> {
  reading ??= Promise.all(FACES.flatMap((face) => SUBSETS.map((subset) => readFace(face, subset))));
  return reading;
}

async function readFace({ name, family, weight }: (typeof FACES)[number], subset: string): Promise<CardFont> {
  const file = `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`;
  return { name, data: await readFile(require.resolve(file)), weight, style: "normal" };
}

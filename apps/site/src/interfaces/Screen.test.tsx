import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Screen } from "./Screen.tsx";

const IMAGES = join(import.meta.dirname, "../../../../content/images");

/** Width and height of a PNG. */
function sizeOf(source: string): [number, number] {
  const header = readFileSync(join(IMAGES, source)).subarray(16, 24);
  return [header.readUInt32BE(0), header.readUInt32BE(4)];
}

it.each(["board", "gantt"] as const)("the picture %s has its size, in light and dark", (name) => {
  const html = renderToStaticMarkup(<Screen of={name} />);
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(html) ?? [];
  const sources = [...html.matchAll(/source=([^&]+)&amp;/g)].map(([, source = ""]) =>
    decodeURIComponent(source),
  );
  expect(new Set(sources)).toEqual(new Set([`screens/${name}.png`, `screens/${name}-dark.png`]));
  for (const source of new Set(sources)) expect(sizeOf(source)).toEqual([Number(width), Number(height)]);
});

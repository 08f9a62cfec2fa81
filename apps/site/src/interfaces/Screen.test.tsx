import { readFileSync } from "node:fs";
import { join } from "node:path";
import { localeOfPath } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SiteContext } from "../site/siteContext.tsx";
import { testSite } from "../site/testing/testSite.ts";
import { Screen } from "./Screen.tsx";

const IMAGES = join(import.meta.dirname, "../../../../content/images");

function render(path: string, name: "board" | "gantt"): string {
  const locale = localeOfPath(path);
  return renderToStaticMarkup(
    <SiteContext value={testSite(path, { locale })}>
      <Screen of={name} />
    </SiteContext>,
  );
}

/** Width and height of a PNG. */
function sizeOf(source: string): [number, number] {
  const header = readFileSync(join(IMAGES, source)).subarray(16, 24);
  return [header.readUInt32BE(0), header.readUInt32BE(4)];
}

it.each(["board", "gantt"] as const)("the picture %s has its size, in light and dark", (name) => {
  const html = render("/lp", name);
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(html) ?? [];
  const sources = [...html.matchAll(/source=([^&]+)&amp;/g)].map(([, source = ""]) =>
    decodeURIComponent(source),
  );
  expect(new Set(sources)).toEqual(new Set([`screens/${name}.png`, `screens/${name}-dark.png`]));
  for (const source of new Set(sources)) expect(sizeOf(source)).toEqual([Number(width), Number(height)]);
});

it("shows no English picture on a page in another language", () => {
  expect(render("/de/lp", "board")).toBe("");
});

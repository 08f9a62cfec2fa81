import { existsSync } from "node:fs";
import { join } from "node:path";
import { localeOfPath, newImage, type SiteImage } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PAGES } from "../site/pages.ts";
import { SiteContext } from "../site/siteContext.tsx";
import { testSite } from "../site/testing/testSite.ts";
import { picturesOf } from "./pictures.ts";
import { Screen } from "./Screen.tsx";

const IMAGES = join(import.meta.dirname, "../../../../content/images");

function image(version: string, height = 400): SiteImage {
  const file = { hash: "", width: 800, height, format: "png", bytes: 1 } as const;
  const item = newImage(file);
  return { ...item, alt: { ...item.alt, en: "A board" }, version };
}

function render(path: string, images: Record<string, SiteImage>): string {
  const locale = localeOfPath(path);
  return renderToStaticMarkup(
    <SiteContext value={testSite(path, { locale, images })}>
      <Screen />
    </SiteContext>,
  );
}

it("has a file for each picture of a page, in light and dark", () => {
  const pictures = PAGES.flatMap(({ path }) => picturesOf(path));
  expect(pictures.length).toBeGreaterThan(0);
  for (const path of pictures) expect(existsSync(join(IMAGES, path)), path).toBe(true);
});

describe("the picture of a page", () => {
  const [light = "", dark = ""] = picturesOf("/brain");

  it("has the size, the text and the versions that are published", () => {
    const html = render("/brain", { [light]: image("one"), [dark]: image("two") });
    expect(html).toContain('alt="A board" width="800" height="400"');
    const versions = [...html.matchAll(/source=([^&]+)&amp;version=(\w+)/g)].map(
      ([, source = "", version]) => `${decodeURIComponent(source)} ${version}`,
    );
    expect(new Set(versions)).toEqual(new Set([`${light} one`, `${dark} two`]));
  });

  it("is the light one for dark pages too if the dark one has another shape or is gone", () => {
    expect(render("/brain", { [light]: image("one"), [dark]: image("two", 300) })).not.toContain("two");
    expect(render("/brain", { [light]: image("one") })).toContain("one");
  });

  it("is not shown in another language, because its text is English, and not without a file", () => {
    expect(render("/de/brain", { [light]: image("one") })).toBe("");
    expect(render("/brain", {})).toBe("");
  });
});

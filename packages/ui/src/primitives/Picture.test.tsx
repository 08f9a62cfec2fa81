import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Picture } from "./Picture.tsx";

const IMAGE = { source: "a.png", alt: "A", width: 700, height: 400 };

/** Attributes of each source in order, and of the image. */
function render(image: Parameters<typeof Picture>[0]): Record<string, string>[] {
  const html = renderToStaticMarkup(<Picture {...image} />);
  return [...html.matchAll(/<(?:source|img) [^>]*>/g)].map(([tag]) =>
    Object.fromEntries(
      [...tag.matchAll(/ ([a-zA-Z]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
    ),
  );
}

it("offers AVIF and WebP in every width, at half the viewport on wide screens, and loads late", () => {
  const [avif, webp, image] = render(IMAGE);
  const sizes = "(max-width: 899px) 100vw, 50vw";
  const url = (width: number, format: string) =>
    `/images?source=a.png&amp;width=${width}&amp;quality=50&amp;format=${format}`;
  expect(avif).toEqual({
    type: "image/avif",
    srcSet: [500, 600, 700].map((width) => `${url(width, "avif")} ${width}w`).join(", "),
    sizes,
  });
  expect(webp).toMatchObject({ type: "image/webp", sizes });
  expect(image).toMatchObject({
    src: url(600, "png"),
    alt: "A",
    width: "700",
    height: "400",
    loading: "lazy",
  });
});

it("offers the dark image first, to dark pages", () => {
  const sources = render({ ...IMAGE, dark: { source: "a-dark.png" } });
  expect(
    sources.slice(0, -1).map(({ type, media, srcSet = "" }) => [type, media, srcSet.split("&")[0]]),
  ).toEqual([
    ["image/avif", "(prefers-color-scheme: dark)", "/images?source=a-dark.png"],
    ["image/webp", "(prefers-color-scheme: dark)", "/images?source=a-dark.png"],
    ["image/avif", undefined, "/images?source=a.png"],
    ["image/webp", undefined, "/images?source=a.png"],
  ]);
});

it("offers the parts of a long screenshot that fit its formats, because browsers do not fall back", () => {
  const [avif, webp, image] = render({ ...IMAGE, source: "a.jpg", width: 1440, height: 17_000 });
  const widthsOf = ({ srcSet = "" }: Record<string, string> = {}) => srcSet.match(/\d+(?=w)/g);
  expect([avif, webp].map(widthsOf)).toEqual([
    ["500", "600", "800", "1200"],
    ["500", "600", "800", "1200"],
  ]);
  expect(image?.src).toContain("width=800&amp;quality=50&amp;format=jpeg");
  expect(render({ ...IMAGE, width: 300, height: 17_000 })).toHaveLength(1);
  const [tall] = render({ ...IMAGE, source: "a.jpg", width: 300, height: 70_000 });
  expect(tall?.src).toContain("format=png");
});

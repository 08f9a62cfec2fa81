import { describe, expect, it } from "vitest";
import { archivePage, pageAddresses } from "./pageAddresses.ts";

const ORIGIN = "https://trellis.example";
const AT = 7;
const FILES = "/console/archive/files/7";

const HTML = `<!doctype html><link rel="icon" href="/favicon.svg"/><link rel="canonical" href="${ORIGIN}/pricing"/>
<style>@font-face{src:url(/assets/f-1.woff2)}b{background:url("data:,x")}</style>
<picture><source srcSet="/images?a=1&amp;w=1 1w, /images?a=1&amp;w=2 2w"/><img src="${ORIGIN}/images?a=1" alt="url(/no)"/></picture>
<a href="/pricing">x</a><script src="/assets/boot.js"></script><img src="https://elsewhere.example/a.png"/>
<noscript><img src="/pixel.gif"/></noscript>`;

describe("pageAddresses", () => {
  it("returns each same-origin URL that affects the page's appearance once", () => {
    expect(pageAddresses(HTML + HTML, ORIGIN)).toEqual([
      "/assets/f-1.woff2",
      "/favicon.svg",
      "/images?a=1&w=1",
      "/images?a=1&w=2",
      "/images?a=1",
    ]);
  });
});

describe("archivePage", () => {
  it("rewrites those URLs to the archive, removes scripts and noscript content, and leaves the rest unchanged", () => {
    expect(archivePage(HTML, { origin: ORIGIN, at: AT })).toBe(
      HTML.replace('"/favicon.svg"', `"${FILES}/favicon.svg"`)
        .replace("url(/assets/f-1.woff2)", `url(${FILES}/assets/f-1.woff2)`)
        .replace("/images?a=1&amp;w=1 1w, /images", `${FILES}/images?a=1&amp;w=1 1w, ${FILES}/images`)
        .replace(`src="${ORIGIN}/images`, `src="${FILES}/images`)
        .replace('<script src="/assets/boot.js"></script>', "")
        .replace(/<noscript>.*<\/noscript>/, ""),
    );
  });

  it("removes scripts with any content and any end tag, or none", () => {
    const archived = (html: string) => archivePage(html, { origin: ORIGIN, at: AT });
    expect(archived(`<p>a</p><script type="module" src="/a.js" async=""></script><p>b</p>`)).toBe(
      "<p>a</p><p>b</p>",
    );
    expect(
      archived(`<SCRIPT>if (1 < 2) "<noscript><style>"</Script\n x><p>b</p><noscript>c</noscript>`),
    ).toBe("<p>b</p>");
    expect(archived(`<script type="application/json">{"a":"<img src='/b.png'>"}</script>c`)).toBe("c");
    expect(archived("<p>a</p><script>never ended")).toBe("<p>a</p>");
    expect(archived("<p>a &lt;script&gt; b</p>")).toBe("<p>a &lt;script&gt; b</p>");
  });
});

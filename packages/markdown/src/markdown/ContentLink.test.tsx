import { OwnHosts } from "@marquee/ui";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ArticleId } from "./articleId.ts";
import { ContentNodes } from "./ContentNodes.tsx";
import { compileMarkdown } from "./compileMarkdown.ts";

function render(source: string): string {
  const nodes = compileMarkdown(source, { findImage: () => null });
  return renderToStaticMarkup(
    <ArticleId value="guide">
      <ContentNodes nodes={nodes} />
    </ArticleId>,
  );
}

it.each(["more", "card"])("tracks clicks on a highlighted link (%s) with its title and page", (icon) => {
  const html = render(`<a href="/pricing" data-icon-link="${icon}">See *all* plans</a>`);
  expect(html).toContain('data-track-event-name="click web"');
  expect(html).toContain('data-track-link-title="See all plans"');
  expect(html).toContain('data-track-article-id="guide"');
  expect(html).toContain('data-track-clicked-type="link"');
});

it("does not track plain links, nor with attributes that an author wrote", () => {
  expect(render("[plans](/pricing)")).not.toContain("data-track");
  expect(render('<a href="/x" data-track-event-name="mine">x</a>')).not.toContain("data-track");
});

/** Content of a link card: the sources of its images, its letter and its domain. */
function cardTo(href: string) {
  const nodes = compileMarkdown(`<a href="${href}" data-icon-link="card">Their guide</a>`);
  const html = renderToStaticMarkup(
    <OwnHosts value={["trellis.example"]}>
      <ContentNodes nodes={nodes} />
    </OwnHosts>,
  );
  const images = [...html.matchAll(/<img [^>]*>/g)].map(([image]) => image.replace(/ class="[^"]*"/, ""));
  return {
    images,
    letter: />([^<]*)<\/text>/.exec(html)?.[1],
    domain: /<span class="block truncate[^"]*">([^<]*)</.exec(html)?.[1],
  };
}

it("shows another site's icon, from this site's server, over the domain's letter", () => {
  expect(cardTo("https://www.w3.org/WAI/ARIA/apg/patterns/")).toEqual({
    images: [`<img src="/images/favicons/www.w3.org" alt="" width="128" height="128" loading="lazy"/>`],
    letter: "W",
    domain: "w3.org",
  });
});

it.each(["http://example.com/", "https://example.com:8443/", "https://127.0.0.1/"])(
  "shows only a letter for %s, which the server does not request",
  (href) => {
    expect(cardTo(href)).toMatchObject({ images: [], letter: expect.stringMatching(/^[E1]$/) });
  },
);

it.each(["/pricing", "https://www.trellis.example/pricing"])("shows this site's own icon for %s", (href) => {
  expect(cardTo(href)).toEqual({
    images: [`<img src="/favicon.svg" alt="" width="128" height="128" loading="lazy"/>`],
    letter: undefined,
    domain: "trellis.example",
  });
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ArticleId } from "./articleId.ts";
import { ContentNodes } from "./ContentNodes.tsx";
import { compileMarkdown } from "./compileMarkdown.ts";

function render(source: string): string {
  const nodes = compileMarkdown(source, { imageSize: () => null });
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

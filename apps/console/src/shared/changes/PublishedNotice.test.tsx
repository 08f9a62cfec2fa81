import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { setSiteUrl } from "../api/siteUrl.ts";
import { type JustPublished, PublishedNotice, pagesAddedBy } from "./PublishedNotice.tsx";

function draw(published: JustPublished): string {
  setSiteUrl("https://trellis.example");
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath="/">
        <PublishedNotice published={published} onTakenBack={() => undefined} />
      </Router>
    </QueryClientProvider>,
  );
}

test("a new page is linked once it is published", () => {
  const added = pagesAddedBy({
    pages: [
      { item: "page:fr-FR:trust", step: "added", title: "Confiance", path: "/fr-FR/confiance" },
      { item: "page:en:security", step: "renamed", title: null, path: "/safety" },
    ],
  });
  expect(added).toEqual([{ title: "Confiance", path: "/fr-FR/confiance" }]);
  const html = draw({ revision: 4, added });
  expect(html).toContain("Published as revision 4.");
  expect(html).toMatch(/<a href="https:\/\/trellis\.example\/fr-FR\/confiance"[^>]*>View Confiance<\/a>/);
  expect(draw({ revision: 5 })).not.toContain("View");
});

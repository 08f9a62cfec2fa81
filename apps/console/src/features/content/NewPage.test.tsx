import type { DraftSummary } from "@marquee/contract/schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { NewPage } from "./NewPage.tsx";

test("a new page begins in a new draft, not in one that exists", () => {
  const drafts = [{ id: 7, name: "Spring campaign", createdBy: "ann@trellis.example" }] as DraftSummary[];
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath="/">
        <NewPage items={[]} drafts={drafts} copied="" locale="en" onDismiss={() => undefined} />
      </Router>
    </QueryClientProvider>,
  );
  const chosen = [...html.matchAll(/<option value="([^"]*)" selected="">([^<]*)</g)].map(
    ([, , name]) => name,
  );
  expect(chosen).toContain("A new draft");
  expect(chosen).not.toContain("Spring campaign");
});

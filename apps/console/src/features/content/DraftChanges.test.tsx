import type { ContentItemSummary, Draft, DraftField, ExperimentsResponse } from "@marquee/contract/schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { routeKey } from "../../shared/api/useRoute.ts";
import { DraftChanges } from "./DraftChanges.tsx";
import { FieldState } from "./FieldForm.tsx";
import type { ContentDraft } from "./useContentDraft.ts";

const HOME = "copy:en:home";
const ARTICLE = "page:en:articles/roadmap";
const IMAGE = "image:roadmap.png";
const TITLE = "/hero/title";

const field = (item: string, pointer: string, more: Partial<DraftField> = {}): DraftField => ({
  item,
  pointer,
  label: "Page: Title",
  value: "New",
  from: "Old",
  revision: 1,
  author: "ann@trellis.example",
  at: 0,
  ...more,
});

const RUNNING = {
  state: "running",
  definition: {
    key: "headline",
    name: "Shorter headline",
    kind: "content",
    flag: "content.home",
    variations: [{ value: {} }, { value: { [HOME]: { [TITLE]: "Plans move" } } }],
  },
};

/** The rendered element, with item names and experiments already loaded. */
function draw(element: ReactElement): string {
  const queries = new QueryClient();
  const item = { kind: "page", locale: "en", title: "How to plan a roadmap" };
  const items = [
    { ...item, key: ARTICLE },
    { ...item, key: HOME, title: "Home" },
  ] as ContentItemSummary[];
  queries.setQueryData(routeKey("GET /content"), { items, drafts: [], unused: [], head: 0 });
  queries.setQueryData(routeKey("GET /experiments"), {
    experiments: [RUNNING],
  } as unknown as ExperimentsResponse);
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Router ssrPath="/">{element}</Router>
    </QueryClientProvider>,
  );
}

function drawDraft(fields: DraftField[], untranslated: Draft["untranslated"] = []): string {
  const draft = { id: 5, fields, untranslated, pages: [] } as unknown as Draft;
  const nothing = () => undefined;
  return draw(<DraftChanges draft={draft} isBusy={false} onStep={nothing} onLeave={nothing} />);
}

const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, text = ""]) => [
    href?.replaceAll("&amp;", "&"),
    text.replace(/<[^>]*>/g, ""),
  ]);

test("changes are listed under the titles of their pages", () => {
  const html = drawDraft([field(ARTICLE, "/title"), field(IMAGE, "")]);
  const headings = [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, text]) => text);
  expect(headings).toEqual(["How to plan a roadmap in English", "Image roadmap.png"]);
});

test("each problem links to the field that it is about, or to where it is fixed", () => {
  const html = drawDraft([
    field(HOME, TITLE, { problem: "Write a title." }),
    field(IMAGE, "", {
      problem: "This image has no alternative text in English.",
      fixedAt: { item: IMAGE, pointer: "/alt/en" },
    }),
    field(ARTICLE, "/image", { problem: "No text.", fixedAt: { item: IMAGE, pointer: "/alt/en" } }),
    field("redirects", "/old", { problem: "A circle." }),
  ]);
  expect(linksIn(html).filter(([href]) => !href?.startsWith("/experiments"))).toEqual([
    [`/pages/${encodeURIComponent(HOME)}?draft=5&field=/hero/title`, "Go to field: Page: Title"],
    [`/images/${encodeURIComponent(IMAGE)}?draft=5&field=/alt/en`, "Go to field: Page: Title"],
    [`/images/${encodeURIComponent(IMAGE)}?draft=5&field=/alt/en`, "Go to Image roadmap.png"],
    ["/redirects?draft=5&field=/old", "Go to field: Page: Title"],
  ]);
});

test("untranslated texts are listed, with a link to them", () => {
  const item = "page:fr-FR:articles/roadmap";
  const html = drawDraft([field(item, "")], [{ item, missing: 2 }]);
  expect(html.replace(/<[^>]*>/g, "")).toContain("2 texts are not translated yet. Translate");
  expect(linksIn(html)).toEqual([
    [`/languages/${encodeURIComponent(item)}?draft=5&show=missing`, "Translate"],
  ]);
  expect(drawDraft([field(item, "")], [{ item: HOME, missing: 2 }])).not.toContain("not translated");
});

test("a change of a text in a running experiment is marked where it is edited and where it is published", () => {
  const badge = /In experiment <a[^>]*href="\/experiments\/headline"[^>]*>Shorter headline<\/a>/;
  const warning = "Publishing changes the control while the experiment runs";
  const html = drawDraft([field(HOME, TITLE)]);
  expect(html).toMatch(badge);
  expect(html).toContain(warning);
  expect(drawDraft([field(HOME, "/hero/lead")])).not.toContain("In experiment");

  const edited = {
    read: () => "Old",
    changes: new Map(),
    refusalOf: () => undefined,
    experimentOf: (pointer: string) =>
      pointer === TITLE ? { key: "headline", name: "Shorter headline" } : null,
  } as unknown as ContentDraft;
  const state = (pointer: string) =>
    draw(
      <FieldState
        id="about"
        field={{ pointer, kind: "text", label: "Title", section: "Hero", value: "Old" }}
        edited={edited}
        mayEdit
      />,
    );
  expect(state(TITLE)).toMatch(badge);
  expect(state("/hero/lead")).toBe('<div id="about" class="grid gap-1.5 empty:hidden"></div>');
});

import {
  DEFAULT_LOCALE,
  localizePath,
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
} from "@marquee/contract";
import { describe, expect, test } from "vitest";
import { PAGES } from "./pages.ts";
import { BANNER_FLAGS, contentTarget, testDocument } from "./testing/testDocument.ts";

const ALL_FLAGS = Object.fromEntries(
  Object.entries(BANNER_FLAGS).map(([name, value]) => [name, value === false ? true : value]),
) as typeof BANNER_FLAGS;

const TAG_PATTERN = /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*\/?>/g;
const EMPTY_ELEMENTS = ["area", "br", "hr", "img", "input", "link", "meta", "source", "wbr"];
/** Elements of drawings, which may end with a slash. */
const isClosed = (tag: string, name: string) => tag.endsWith("/>") || EMPTY_ELEMENTS.includes(name);

interface ClickedElement {
  tag: string;
  root: string | undefined;
  parent: string | undefined;
  location: string | undefined;
}

/**
 * The links and buttons of a document with their locations according to `clickPlaceOf` of the measurement library.
 */
function clickedElements(html: string): ClickedElement[] {
  const elements: ClickedElement[] = [];
  const open: { name: string; root: string | undefined; location: string | undefined }[] = [];
  for (const [tag, end, name = "", attributes = ""] of html.matchAll(TAG_PATTERN)) {
    if (end) {
      while (open.length > 0 && open.pop()?.name !== name);
      continue;
    }
    const attributeOf = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(attributes)?.[1];
    const element = {
      name,
      root: attributeOf(SEGMENT_ROOT_ATTRIBUTE),
      location: attributeOf(SEGMENT_LOCATION_ATTRIBUTE),
    };
    const path = [...open, element];
    if (name === "button" || (name === "a" && !attributes.includes('href="#main"'))) {
      const place = path.findLastIndex(({ location }) => location);
      const around = path.slice(0, Math.max(place, 0)).findLast(({ location, root }) => location ?? root);
      elements.push({
        tag,
        root: path.findLast(({ root }) => root)?.root,
        parent: around?.location ?? around?.root,
        location: path[place]?.location,
      });
    }
    if (!isClosed(tag, name)) open.push(element);
  }
  return elements;
}

const MARKDOWN = `[a](/pricing) <a href="/brain" data-icon-link="card">b</a> <a href="/lp" data-icon-link="more">c</a>`;
const BODY = { format: "markdown", source: MARKDOWN } as const;
const ENTRY = { path: "/x/a", title: "A", description: "About A" };
const LIST = { list: { path: "/x", title: "X" }, category: "Teams", link: "/sign-up", linkLabel: "Start" };

const DOCUMENTS = [
  ...PAGES.map(({ path }) => path),
  localizePath("/pricing", "de"),
  contentTarget({ path: "/guide", body: BODY }),
  contentTarget({ path: "/x/a", slug: "templates/a", ...LIST, body: BODY }),
  contentTarget({ path: "/x", slug: "templates", entries: [ENTRY], body: BODY }),
  contentTarget({ path: "/x", slug: "changelog", entries: [ENTRY], body: BODY }),
  { kind: "not-found", locale: DEFAULT_LOCALE },
  { kind: "server-error", locale: DEFAULT_LOCALE },
] as const;

describe.each([
  ["default flags", BANNER_FLAGS],
  ["all flags on", ALL_FLAGS],
])("with %s", (_name, flags) => {
  test.each(
    DOCUMENTS.map((at) => [typeof at === "string" ? at : JSON.stringify(at).slice(0, 60), at] as const),
  )("every click on %s has a location", async (_title, at) => {
    const elements = clickedElements(await testDocument(at, flags));
    expect(elements.length).toBeGreaterThan(20);
    expect(elements.filter(({ root, parent, location }) => !root || !parent || !location)).toEqual([]);
  });
});

test("clicks on links of header and footer are tracked, but not those on other languages", async () => {
  const elements = clickedElements(await testDocument("/de", BANNER_FLAGS));
  const untracked = elements.filter(
    ({ root = "", tag }) =>
      ["header", "footer"].includes(root) && tag.startsWith("<a ") && !tag.includes("data-track-event-name"),
  );
  const places = untracked.map(({ location, tag }) => (tag.includes("aria-label") ? "home" : location));
  expect(new Set(places)).toEqual(new Set(["home", "languages"]));
  const tracked = (href: string) =>
    elements.filter(({ tag }) => tag.includes(`href="${href}"`) && tag.includes("data-track-event-name"));
  expect(tracked("/de/contact-sales").map(({ root }) => root)).toEqual(
    expect.arrayContaining(["header", "footer"]),
  );
});

test("the root is the page's ID, also of error pages and of pages whose ID an editor set", async () => {
  const rootOf = async (at: Parameters<typeof testDocument>[0]) =>
    /<main [^>]*data-segment-root="([^"]*)"/.exec(await testDocument(at))?.[1];
  expect(await rootOf("/")).toBe("home");
  expect(await rootOf("/de/pricing")).toBe("de-pricing");
  expect(await rootOf({ kind: "not-found", locale: "de" })).toBe("not-found");
  expect(await rootOf({ kind: "server-error", locale: "en" })).toBe("server-error");
  expect(await rootOf(contentTarget({ path: "/guide", pageId: "first-week", body: BODY }))).toBe(
    "first-week",
  );
});

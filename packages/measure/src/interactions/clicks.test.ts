import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { type Breadcrumb, extendBreadcrumb, startClicks } from "./clicks.ts";

/** A text, and the selector for typed text that matches its parent, if any. */
type Text = [text: string, typedIn?: string];

const createElement = (texts: Text[], attributes: Record<string, string> = {}) =>
  ({
    texts,
    getAttribute: (name: string) => attributes[name] ?? null,
    closest: () => null,
    get textContent() {
      return texts.map(([text]) => text).join("");
    },
  }) as unknown as Element;

/** Walks the texts of {@link createElement}. */
function createTreeWalker({ texts }: { texts: Text[] }) {
  let index = -1;
  return {
    nextNode: () => {
      index += 1;
      return index < texts.length;
    },
    get currentNode() {
      const [nodeValue, typedIn] = texts[index] ?? [""];
      const closest = (selector: string) => (typedIn && selector.split(",").includes(typedIn) ? {} : null);
      return { nodeValue, parentElement: { closest } };
    },
  };
}

beforeEach(() => {
  vi.stubGlobal("document", { addEventListener: () => undefined, createTreeWalker });
  vi.stubGlobal("NodeFilter", { SHOW_TEXT: 4 });
  vi.stubGlobal("HTMLAnchorElement", class {});
});
afterEach(() => vi.unstubAllGlobals());

function labelOf(element: Element): unknown {
  const track = vi.fn();
  startClicks(track).trackClick(element);
  return track.mock.lastCall?.[1].buttonClicked;
}

test("a click's label is the element's text on one line, up to 100 characters", () => {
  expect(labelOf(createElement([["\n Sign "], ["up  now\n"]]))).toBe("Sign up now");
  expect(labelOf(createElement([["a".repeat(200)]]))).toBe("a".repeat(100));
});

test.each([
  "textarea",
  "select",
  "[contenteditable]:not([contenteditable=false i])",
  "[role=textbox i]",
  "[role=searchbox i]",
])("a click's label excludes text in %s", (typedIn) => {
  expect(labelOf(createElement([["Note: "], ["my secret", typedIn], [" Save"]]))).toBe("Note: Save");
});

test("the tracking attribute and aria-label take precedence over text", () => {
  expect(labelOf(createElement([["x"]], { "aria-label": "Close" }))).toBe("Close");
  const named = createElement([["x"]], { "aria-label": "Close", "data-track-button-clicked": "Dismiss" });
  expect(labelOf(named)).toBe("Dismiss");
});

const click = (before: Breadcrumb | null, root: string, location: string, label: string) =>
  extendBreadcrumb(before, { root, location, label });

describe("extendBreadcrumb", () => {
  it("continues under the same root and starts over under another", () => {
    const first = click(null, "pricing", "plans", "Yearly");
    expect(first.text).toBe("pricing > plans > Yearly");
    const second = click(first, "pricing", "plan-business", "Start free");
    expect(second.text).toBe("pricing > plans > Yearly > plan-business > Start free");
    expect(click(second, "footer", "links", "Privacy").text).toBe("footer > links > Privacy");
  });

  it("skips empty steps and keeps the last ten steps under the root", () => {
    let trail = click(null, "home", "", "Go");
    expect(trail.text).toBe("home > Go");
    for (let step = 0; step < 30; step += 1) trail = click(trail, "home", "board", `Card ${step}`);
    expect(trail.text.split(" > ")).toHaveLength(11);
    expect(trail.text).toMatch(/^home > .* > Card 29$/);
  });
});

import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { type Breadcrumb, extendBreadcrumb, startClicks } from "./clicks.ts";

/** A text, and the selector for typed text that matches its element, if any. */
type Text = [text: string, typedIn?: string];
type Listener = (event: unknown) => void;

class FakeElement {
  private texts: Text[];
  readonly dataset: Record<string, string>;
  private label: string | null;
  constructor(texts: Text[], dataset: Record<string, string> = {}, label: string | null = null) {
    this.texts = texts;
    this.dataset = dataset;
    this.label = label;
  }
  closest(selector: string) {
    return selector === "[data-track-event-name]" ? this : null;
  }
  getAttribute(name: string) {
    return name === "aria-label" ? this.label : null;
  }
  cloneNode() {
    return new FakeElement([...this.texts]);
  }
  querySelectorAll(selectors: string) {
    const isTyped = ([, typedIn]: Text) => typedIn !== undefined && selectors.split(",").includes(typedIn);
    const remove = (text: Text) => this.texts.splice(this.texts.indexOf(text), 1);
    return this.texts.filter(isTyped).map((text) => ({ remove: () => remove(text) }));
  }
  get textContent() {
    return this.texts.map(([text]) => text).join("");
  }
}

let listeners: Map<string, Listener>;

beforeEach(() => {
  listeners = new Map();
  vi.stubGlobal("document", {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    removeEventListener: (type: string) => listeners.delete(type),
  });
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("HTMLAnchorElement", class {});
});
afterEach(() => vi.unstubAllGlobals());

/** The event and properties of a click, as they are tracked. */
function clickOn(target: FakeElement, isTrusted = true) {
  const track = vi.fn();
  startClicks(track);
  listeners.get("click")?.({ target, isTrusted });
  return track.mock.lastCall;
}

const labelOf = (texts: Text[], dataset = {}, label: string | null = null) =>
  clickOn(new FakeElement(texts, dataset, label))?.[1].buttonClicked;

test("a click has the fields of its element's tracking attributes, its place and its label", () => {
  const dataset = { trackEventName: "Plan chosen", trackLinkTitle: "Business", trackSource: "", open: "x" };
  const nowhere = { root: "unknown", parent: "unknown", location: "unknown" };
  const properties = { linkTitle: "Business", buttonClicked: "Go", ...nowhere };
  expect(clickOn(new FakeElement([["Go"]], dataset))).toEqual([
    "Plan chosen",
    { ...properties, clickedLocation: "unknown > unknown > Go" },
  ]);
  expect(clickOn(new FakeElement([["Go"]]))?.[0]).toBe("click web");
});

test("a replayed click is not tracked", () => {
  expect(clickOn(new FakeElement([["Go"]]), false)).toBeUndefined();
});

test("a page requests an event, and malformed requests have none", () => {
  const track = vi.fn();
  const stop = startClicks(track);
  const request = (detail: unknown) => listeners.get("marquee:track")?.({ detail });
  for (const detail of [null, 7, "x", {}, { event: 7 }, { event: "" }]) request(detail);
  expect(track).not.toHaveBeenCalled();
  request({ event: "Board opened", properties: { cards: 3 } });
  request({ event: "Board closed", properties: "all" });
  request({ event: "Board kept", properties: null });
  expect(track.mock.calls).toEqual([
    ["Board opened", { cards: 3 }],
    ["Board closed", {}],
    ["Board kept", {}],
  ]);
  // The sender reads them and reports errors.
  const throwing = {
    get cards() {
      throw new Error("mine");
    },
  };
  request({ event: "Board lost", properties: throwing });
  expect(track.mock.lastCall?.[1]).toBe(throwing);
  stop();
  expect(listeners.size).toBe(0);
});

test("a click's label is the element's text on one line, up to 100 characters", () => {
  expect(labelOf([["\n Sign "], ["up  now\n"]])).toBe("Sign up now");
  expect(labelOf([["a".repeat(200)]])).toBe("a".repeat(100));
  expect(labelOf([[`${"a".repeat(99)}🎉`]])).toBe("a".repeat(99));
});

test.each([
  "textarea",
  "select",
  "[contenteditable]:not([contenteditable=false i])",
  "[role=textbox i]",
  "[role=searchbox i]",
])("a click's label excludes text in %s", (typedIn) => {
  expect(labelOf([["Note: "], ["my secret", typedIn], [" Save"]])).toBe("Note: Save");
});

test("the tracking attribute and aria-label take precedence over text", () => {
  expect(labelOf([["x"]], {}, "Close")).toBe("Close");
  expect(labelOf([["x"]], { trackButtonClicked: "Dismiss" }, "Close")).toBe("Dismiss");
});

const click = (before: Breadcrumb | null, root: string, location: string, label: string) =>
  extendBreadcrumb(before, { root, location, buttonClicked: label });

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

import type { eventWithTime } from "@rrweb/types";
import { afterEach, expect, it, vi } from "vitest";
import { followTopLayer } from "./topLayer.ts";

afterEach(() => vi.unstubAllGlobals());

/** The part of an element that the code under test uses: its state is the selectors that it matches. */
class FakeElement extends EventTarget {
  readonly id: number;
  readonly states = new Set<string>();
  readonly isPopover: boolean;
  constructor(id: number, isPopover = true) {
    super();
    this.id = id;
    this.isPopover = isPopover;
  }
  matches = (selector: string) => this.states.has(selector);
  hasAttribute = (name: string) => name === "popover" && this.isPopover;
}

/** Node does not remove a listener whose `capture` is given as a boolean. */
class FakeDocument extends EventTarget {
  override removeEventListener(type: string, listener: EventListener, capture: boolean): void {
    super.removeEventListener(type, listener, { capture });
  }
}

const OPEN = ":is(:popover-open)";
const FULL = ":is(:fullscreen)";

function open(elements: readonly FakeElement[]) {
  const document = new FakeDocument();
  const querySelectorAll = (selector: string) => elements.filter((each) => each.matches(selector));
  vi.stubGlobal("document", Object.assign(document, { querySelectorAll }));
  vi.stubGlobal("Element", FakeElement);
  const events: eventWithTime[] = [];
  const layer = followTopLayer({
    idOf: (node) => (node as unknown as FakeElement).id,
    emit: (event) => void events.push(event),
    now: () => 7,
  });
  const tell = (type: string, target: FakeElement) => {
    const event = new Event(type);
    Object.defineProperty(event, "target", { value: target });
    document.dispatchEvent(event);
  };
  const changes = () =>
    events.splice(0).map((event) => {
      expect(event).toMatchObject({
        type: 3,
        timestamp: 7,
        data: { source: 0, adds: [], removes: [], texts: [] },
      });
      return (event.data as { attributes: unknown[] }).attributes;
    });
  return { layer, tell, changes };
}

it("records that a popover opens and closes, and fullscreen elements", () => {
  const [tip, video] = [new FakeElement(4), new FakeElement(5, false)];
  const { tell, changes } = open([tip, video]);
  tip.states.add(OPEN);
  tell("toggle", tip);
  tip.states.clear();
  tell("toggle", tip);
  video.states.add(FULL);
  tell("fullscreenchange", video);
  expect(changes()).toEqual([
    [{ id: 4, attributes: { rr_popover: "" } }],
    [{ id: 4, attributes: { rr_popover: null } }],
    [{ id: 5, attributes: { rr_fullscreen: "" } }],
  ]);
});

it("ignores other elements that open and close, and elements that are not recorded", () => {
  const [details, hidden] = [new FakeElement(4, false), new FakeElement(-1)];
  const { tell, changes } = open([details, hidden]);
  tell("toggle", details);
  tell("toggle", hidden);
  expect(changes()).toEqual([]);
});

it("records states at the start, and nothing after stop", () => {
  const [tip, other] = [new FakeElement(4), new FakeElement(5)];
  const { layer, tell, changes } = open([tip, other]);
  tip.states.add(OPEN);
  layer.describe();
  expect(changes()).toEqual([[{ id: 4, attributes: { rr_popover: "" } }]]);
  layer.stop();
  tell("toggle", tip);
  expect(changes()).toEqual([]);
});

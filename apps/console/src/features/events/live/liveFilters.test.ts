import { expect, it } from "vitest";
import { matchesFilters } from "./liveFilters.ts";

const event = {
  messageId: "m1",
  type: "track",
  event: "Click Web",
  host: "www.trellis.example",
  path: "/pricing",
  source: "newsletter",
  properties: { buttonClicked: "Compare" },
  visitorId: "ann",
  anonymousId: "ann",
  country: "DE",
  browser: "",
  os: "",
  device: "",
  receivedAt: 0,
  isBot: false,
  replay: null,
};
const none = { type: "", text: "", kind: "" };

it.each([
  [{}, true],
  [{ type: "track" }, true],
  [{ type: "page" }, false],
  [{ text: "click w" }, true],
  [{ text: "PRICING" }, true],
  [{ text: "news" }, true],
  [{ text: "brain" }, false],
  [{ kind: "people" }, true],
  [{ kind: "bots" }, false],
])("filters %j match an event by a person: %s", (filters, expected) => {
  expect(matchesFilters(event, { ...none, ...filters })).toBe(expected);
});

it("distinguishes bots from people", () => {
  const machine = { ...event, isBot: true };
  expect(matchesFilters(machine, { ...none, kind: "bots" })).toBe(true);
  expect(matchesFilters(machine, none)).toBe(false);
  expect(matchesFilters(machine, { ...none, kind: "all" })).toBe(true);
});

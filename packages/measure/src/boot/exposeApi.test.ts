import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { followRumOptions, rumOptionsOfCalls } from "../rum/pageOptions.ts";
import { exposeApi } from "./exposeApi.ts";

const measure = {
  track: vi.fn(),
  identify: vi.fn(),
  group: vi.fn(),
  alias: vi.fn(),
  page: vi.fn(),
  location: vi.fn(async () => ({ country_name: "Norway", country_code: "NO" })),
};
const { location: _location, ...methods } = measure;
let isMeasured = true;
const consent = { isGranted: () => isMeasured };
let warnings: ReturnType<typeof vi.spyOn>;

/** `window.marquee` on a page where it was `before`. */
function open(before?: unknown) {
  vi.stubGlobal("window", { marquee: before });
  exposeApi({ ...measure, consent });
  if (!window.marquee) throw new Error("window.marquee was not set.");
  return window.marquee;
}
/** Calls as a caller without types could make them. */
const untyped = (before?: unknown) =>
  open(before) as unknown as Record<string, (...args: unknown[]) => unknown>;
/** The calls made, after the validation code has loaded. */
async function madeCalls() {
  await import("./checkedCalls.ts");
  // Calls are made in order, after at most this many promises.
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  return Object.entries(methods).flatMap(([name, { mock }]) =>
    mock.calls.map((args: unknown[]) => [name, ...args]),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it("passes valid calls on", async () => {
  const marquee = open();
  marquee.track("Form Sent", { form: "demo", formId: 1763, location: "demo" });
  marquee.track("Chat opened");
  marquee.identify(4711, { plan: "business" });
  marquee.identify(null, { plan: "business" });
  marquee.group("team-1");
  marquee.alias("4711");
  marquee.alias("4711", "0123-4567");
  marquee.page();
  marquee.page({ tab: "yearly" });
  expect(await madeCalls()).toEqual([
    ["track", "Form Sent", { form: "demo", formId: 1763, location: "demo" }],
    ["track", "Chat opened", undefined],
    ["identify", 4711, { plan: "business" }],
    ["identify", null, { plan: "business" }],
    ["group", "team-1", undefined],
    ["alias", "4711", undefined],
    ["alias", "4711", "0123-4567"],
    ["page", undefined],
    ["page", { tab: "yearly" }],
  ]);
  expect(await marquee.location()).toEqual({ country_name: "Norway", country_code: "NO" });
  expect(warnings).not.toHaveBeenCalled();
});

it("accepts events of the catalog with their properties", async () => {
  const { track } = open();
  const demo = { demoId: "1", stepCount: 3 };
  track("start flow", demo);
  // @ts-expect-error an event's name is a text
  track(7);
  expect(await madeCalls()).toEqual([["track", "start flow", demo]]);
});

const circular: Record<string, unknown> = {};
circular.self = circular;
const throwing = {
  get name() {
    throw new Error("mine");
  },
};

it.each<[string, ...unknown[]]>([
  ["track"],
  ["track", ""],
  ["track", " "],
  ["track", "x".repeat(201)],
  ["track", Symbol("x")],
  ["track", "Chat opened", "all"],
  ["track", "Chat opened", [1]],
  ["track", "Chat opened", { text: "x".repeat(20_000) }],
  ["identify", {}],
  ["identify", ""],
  ["identify", "x".repeat(201)],
  ["group"],
  ["group", null],
  ["group", Number.NaN],
  ["alias"],
  ["alias", "4711", {}],
  ["page", "home"],
  ["rum", "docs"],
])("drops an invalid call with a warning: %s", async (name, ...args) => {
  untyped()[name]?.(...args);
  expect(await madeCalls()).toEqual([]);
  expect(warnings).toHaveBeenCalledTimes(1);
});

it.each([[circular], [throwing], [{ count: 1n }]])(
  "sends properties that cannot be read as empty, with a warning",
  async (properties) => {
    const marquee = untyped();
    marquee.track?.("Chat opened", properties);
    marquee.push?.(["track", "Chat closed"], ["group", "team-1", properties]);
    marquee.push?.(["track", 1n]);
    expect(await madeCalls()).toEqual([
      ["track", "Chat opened", {}],
      ["track", "Chat closed", undefined],
      ["group", "team-1", {}],
    ]);
    const said = expect.stringMatching(/^handleAsyncProps: \w+/);
    expect(warnings.mock.calls.map(([, text]: unknown[]) => text)).toEqual([
      said,
      said,
      said,
      expect.any(TypeError),
    ]);
  },
);

it("sets options of RUM before and after consent, and holds back all other calls", async () => {
  const changes = vi.fn();
  onTestFinished(followRumOptions(changes));
  isMeasured = false;
  onTestFinished(() => {
    isMeasured = true;
  });
  const marquee = open([
    ["track", "Chat opened"],
    ["rum", { service: "docs", isBlocked: true }],
  ]);
  await madeCalls();
  expect(rumOptionsOfCalls()).toEqual({ service: "docs" });
  marquee.rum({ user: { plan: "team" } });
  marquee.rum();
  expect(await madeCalls()).toEqual([]);
  expect(rumOptionsOfCalls()).toEqual({ service: "docs", user: { plan: "team" } });
  expect(changes).toHaveBeenCalledTimes(3);
});

it("copies its arguments", async () => {
  const properties = { topic: "prices", callback: () => undefined };
  open().track("Chat opened", properties);
  properties.topic = "other";
  expect(await madeCalls()).toEqual([["track", "Chat opened", { topic: "prices" }]]);
});

it("drops calls over 100 a minute, with one warning", async () => {
  const { track } = open();
  for (let count = 0; count < 300; count += 1) track("Chat opened");
  expect([(await madeCalls()).length, warnings.mock.calls.length]).toEqual([100, 1]);
  vi.advanceTimersByTime(60_000);
  track("Chat opened");
  expect(await madeCalls()).toHaveLength(101);
});

it("makes waiting calls, and later ones by name", async () => {
  const marquee = untyped([
    ["track", "Early", { by: "tag" }],
    ["constructor"],
    ["push", ["page"]],
    "track",
    null,
    ["track", "Early", circular],
    ["page"],
  ]);
  marquee.push?.(["identify", "4711"], 7);
  expect(await madeCalls()).toEqual([
    ["track", "Early", { by: "tag" }],
    ["track", "Early", {}],
    ["identify", "4711", undefined],
    ["page", undefined],
  ]);
  // `constructor`, `push`, a circular object, and three values that are not calls.
  expect(warnings).toHaveBeenCalledTimes(6);
});

it("makes no calls without consent", async () => {
  isMeasured = false;
  onTestFinished(() => {
    isMeasured = true;
  });
  untyped([["track", "Early"]]).track?.("Chat opened");
  isMeasured = true;
  expect(await madeCalls()).toEqual([]);
});

it("never throws, whatever the page or measurement does", async () => {
  measure.track.mockImplementationOnce(() => {
    throw new Error("ours");
  });
  const marquee = open();
  marquee.track("Chat opened");
  await madeCalls();
  expect(() => Object.assign(marquee, { track: null })).toThrow(TypeError);
  vi.stubGlobal("window", Object.freeze({}));
  exposeApi({ ...measure, consent });
  expect(warnings).toHaveBeenCalledTimes(2);
});

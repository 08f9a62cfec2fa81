import type { SegmentEvent } from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Cookies } from "../browser/cookies.ts";
import { createFakeCookies, createFakeStore } from "../testing/fakes.ts";
import { ANONYMOUS_ID_KEY } from "../visitor/identity.ts";
import { type PageFeature, trackPage } from "./trackPage.ts";

const visitor: SegmentEvent = { type: "page", messageId: "id", timestamp: "", anonymousId: "device" };
const feature: PageFeature = { see: () => {}, pageShown: () => {}, stop: () => {} };

beforeEach(() => {
  const document = Object.assign(new EventTarget(), { readyState: "complete", querySelectorAll: () => [] });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", document);
  vi.stubGlobal("location", new URL("https://www.trellis.example/pricing"));
  vi.stubGlobal("innerWidth", 1280);
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      disconnect() {}
    },
  );
  // Without a document of this path, there are no web vitals to measure.
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([]);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** @returns the browser's console output at the start of a page. */
function warningsWith(cookies: Cookies): unknown[][] {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const analytics = { track: () => {}, page: () => {}, identify: () => {} } as never;
  const store = createFakeStore();
  const options = { analytics, isAllowed: () => true, wrap: () => visitor, cookies, store, writeKey: "key" };
  trackPage(options, () => feature).stop();
  const { calls } = warn.mock;
  warn.mockRestore();
  return calls;
}

it("reports that the visitor has no cookie if the browser stores none", () => {
  const blocked = { ...createFakeCookies(), set: () => {} };
  const stored = createFakeCookies(new Map([[ANONYMOUS_ID_KEY, "device"]]));
  expect(warningsWith(blocked)).toEqual([
    ["[measure]", `Cookie ${ANONYMOUS_ID_KEY} not provided or not found.`],
  ]);
  expect(warningsWith(stored)).toEqual([]);
});

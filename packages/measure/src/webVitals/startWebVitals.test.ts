import { type SegmentEvent, WEB_VITALS_EVENT, type WebVitalsProperties } from "@marquee/contract";
import { afterEach, expect, it, vi } from "vitest";
import { createWebVitals } from "./startWebVitals.ts";

afterEach(() => vi.unstubAllGlobals());

const PAGE = { url: "https://a.example/pricing", path: "/pricing", title: "Pricing" };
const CONTEXT = { page: { ...PAGE, search: "?utm_campaign=may", referrer: "" }, campaign: { name: "may" } };
const settled = () => new Promise((resolve) => setTimeout(resolve));

async function open({ documentUrl = "https://a.example/pricing?plan=2", isHere = true } = {}) {
  const fakeLocation = { pathname: "/pricing" };
  vi.stubGlobal("location", fakeLocation);
  vi.stubGlobal("performance", { getEntriesByType: () => [{ name: documentUrl }] });
  const measured: { vitals: WebVitalsProperties | null } = {
    vitals: { lcp: 900, navigationType: "navigate" },
  };
  const watch = vi.fn(async () => {
    if (!isHere) await new Promise(() => {});
    return () => measured.vitals;
  });
  const told: unknown[] = [];
  const track = (event: string, properties: object) => told.push([event, properties]);
  const vitals = createWebVitals({ context: CONTEXT, watch, track });
  await settled();
  return { vitals, told, fakeLocation, measured, watch };
}

const REPORT = [WEB_VITALS_EVENT, { ...PAGE, lcp: 900, navigationType: "navigate" }];

it("reports the metrics once, when the page may be about to end", async () => {
  const { vitals, told } = await open();
  vitals.tell();
  vitals.tell();
  expect(told).toEqual([REPORT]);
});

it("reports the first page when another one is shown, and never the other one", async () => {
  const { vitals, told, fakeLocation } = await open();
  vitals.pageShown();
  expect(told).toEqual([]);
  fakeLocation.pathname = "/brain";
  vitals.pageShown();
  vitals.tell();
  expect(told).toEqual([REPORT]);
});

it("sets the measured page and campaign on its event after a navigation", async () => {
  const { vitals } = await open();
  const sent = { type: "track", messageId: "m", timestamp: "2026-06-01T12:00:00.000Z" } as const;
  const later = { page: { ...CONTEXT.page, path: "/brain" }, locale: "de" };
  const event: SegmentEvent = { ...sent, event: WEB_VITALS_EVENT, context: later };
  const other: SegmentEvent = { ...sent, event: "Click Web", context: later };
  for (const each of [event, other]) vitals.see(each);
  expect([event.context, other.context]).toEqual([{ ...CONTEXT, locale: "de" }, later]);
});

it("reports nothing until there is a metric", async () => {
  const { vitals, told, measured } = await open();
  const { vitals: later } = measured;
  measured.vitals = null;
  vitals.tell();
  measured.vitals = later;
  vitals.tell();
  expect(told).toEqual([REPORT]);
});

it("reports nothing before its code has loaded or after stop", async () => {
  const early = await open({ isHere: false });
  early.vitals.tell();
  const late = await open();
  late.vitals.stop();
  late.vitals.tell();
  expect([early.told, late.told]).toEqual([[], []]);
});

it("does not fetch the code if the document was loaded for another page", async () => {
  const { vitals, told, watch } = await open({ documentUrl: "https://a.example/" });
  vitals.tell();
  expect([told, watch.mock.calls]).toEqual([[], []]);
});

import { cutText, type SegmentEvent, toWellFormed } from "@marquee/contract";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { InteractionsCode } from "../interactions/trackPage.ts";
import { createFakeStorage } from "../testing/fakes.ts";
import { startMeasure } from "./startMeasure.ts";

const NO_INTERACTIONS: InteractionsCode = {
  startInteractions: () => ({ pageShown() {}, see() {}, locate: async () => null, stop() {} }),
  erase() {},
};

let warnings: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers();
  warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** `document.cookie`, which replaces half of a character like browsers do. */
function createCookieJar() {
  const jar = new Map<string, string>();
  return {
    get cookie() {
      return [...jar].map((cookie) => cookie.join("=")).join("; ");
    },
    set cookie(text: string) {
      const [, name = "", value = "", age = ""] =
        /^([^=]+)=([^;]*);.* max-age=(\d+)/.exec(toWellFormed(text)) ?? [];
      if (Number(age) > 0) jar.set(name, value);
      else jar.delete(name);
    },
  };
}

/** A page that starts measurement with consent. `sent` lists the events that arrive at the server. */
function open({ title = "Pricing", query = "" } = {}) {
  const sent: SegmentEvent[] = [];
  const storage = createFakeStorage();
  const document = Object.assign(new EventTarget(), {
    title,
    referrer: "",
    visibilityState: "visible",
    querySelector: () => null,
  });
  Object.defineProperties(document, Object.getOwnPropertyDescriptors(createCookieJar()));
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage: storage }));
  vi.stubGlobal("document", document);
  vi.stubGlobal("location", new URL(`https://trellis.example/pricing?${query}`));
  vi.stubGlobal("screen", { width: 1440, height: 900 });
  vi.stubGlobal("navigator", {
    onLine: true,
    language: "en",
    userAgent: "Chrome/148.0.0.0",
    locks: { request: (_name: string, task: () => Promise<void>) => task() },
  });
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    if (url.endsWith("/v1/b")) sent.push(...JSON.parse(Buffer.from(body).toString()).batch);
    return Response.json({ success: true });
  });
  const dropped: string[] = [];
  const measure = startMeasure({
    writeKey: "local",
    loadInteractions: async () => NO_INTERACTIONS,
    onStatus: (status) => status.kind === "dropped" && dropped.push(status.reason),
  });
  measure.consent.decide(["C0002"]);
  return { measure, sent, dropped, storage };
}

/** Texts with emoji and halves of them, including around the lengths at which texts are truncated. */
const unit = fc.constantFrom("a", " ", "é", "😀", "\ud83d", "\ude00", "👩‍👧");
const text = fc
  .tuple(fc.constantFrom(0, 97, 197, 247), fc.string({ unit, minLength: 1, maxLength: 8 }))
  .map(([before, end]) => "a".repeat(before) + end);

it("sends the page view and all events, for any texts of page and visitor", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, text, async (title, campaign, name, value) => {
      const query = `utm_source=news&utm_campaign=${encodeURIComponent(toWellFormed(campaign))}`;
      const { measure, sent, dropped } = open({ title, query });
      // @ts-expect-error no event of the catalog
      measure.track(name, { [name]: value });
      measure.identify(value, { [name]: value, email: value });
      measure.identify(value);
      measure.group(value, { name: value });
      measure.alias(name, value);
      await vi.advanceTimersByTimeAsync(2000);
      measure.stop();
      const events = sent.toSorted((one, other) => one.type.localeCompare(other.type));
      expect(events.map(({ type }) => type)).toEqual([
        "alias",
        "group",
        "identify",
        "identify",
        "identify",
        "page",
        "track",
      ]);
      expect(sent.find(({ type }) => type === "page")?.properties?.title).toBe(title);
      expect(sent[0]?.context?.attribution).toMatchObject({
        last: { utm_campaign: cutText(toWellFormed(campaign).trim(), 200) || "none" },
      });
      // The same user is the same visitor.
      expect(new Set(sent.map(({ anonymousId }) => anonymousId)).size).toBe(1);
      expect([dropped, warnings.mock.calls]).toEqual([[], []]);
    }),
  );
});

import type { Audience, SegmentEvent } from "@marquee/contract";
import { describe, expect, it, vi } from "vitest";
import { createPersistentValues } from "../browser/persistentValues.ts";
import { createConsent } from "../consent/consent.ts";
import { createFakeCookies, createFakeStore } from "../testing/fakes.ts";
import { createAttributionMemory } from "../visitor/attribution.ts";
import { createIdentity, createUser } from "../visitor/identity.ts";
import { createSession } from "../visitor/session.ts";
import { createAnalytics, type TrackEvent } from "./analytics.ts";
import { createEnvelope } from "./envelope.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/148.0.0.0 Safari/537.36";

const createReceiptId = () => "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

interface Visit {
  href?: string;
  canonical?: string;
  referrer?: string;
  userAgent?: string;
  isAllowed?: boolean;
  /** The region allows measurement without a decision. */
  isGrantedByRegion?: boolean;
  audience?: Audience;
  pageName?: string;
}

/** Analytics of one visitor on one page; `sent` lists the events added to the queue. */
function visit({ href = "https://trellis.example/pricing", ...page }: Visit = {}) {
  const cookies = createFakeCookies();
  const store = createFakeStore();
  const now = () => NOW;
  const consent = createConsent({
    cookies,
    isPrivacyControlOn: false,
    isGrantedByRegion: page.isGrantedByRegion === true,
    now,
    createReceiptId,
    announce: () => {},
  });
  if (page.isAllowed !== false && !page.isGrantedByRegion) consent.decide(["C0002"]);
  const identity = createIdentity(createPersistentValues(cookies, store));
  const user = createUser(createPersistentValues(cookies, store));
  const session = createSession({ cookies, now });
  const attribution = createAttributionMemory({ cookies, store, now, ownHosts: ["trellis.example"] });
  const source = () => ({
    title: "Plans and prices",
    canonicalUrl: page.canonical ?? null,
    location: { href },
    navigator: { userAgent: page.userAgent ?? CHROME, language: "de-AT" },
    screen: { width: 1440, height: 900 },
    referrer: page.referrer ?? "",
  });
  const sent: SegmentEvent[] = [];
  const analytics = createAnalytics({
    isAllowed: () => consent.isGranted("C0002"),
    pageName: page.pageName,
    identity,
    user,
    source,
    wrap: createEnvelope({
      source,
      cookies,
      pageVersion: (path) => (path === "/pricing" ? "v1" : undefined),
      identity,
      user,
      session,
      attribution,
      consent,
      audience: page.audience ?? "visitor",
      now,
    }),
    add: (event) => sent.push(event),
    department: () => "Support",
  });
  return { analytics, consent, sent, cookies, store, identity, attribution };
}

describe("page", () => {
  it("describes page, browser, session, attribution and consent", () => {
    const { analytics, sent, identity, attribution, cookies } = visit({
      href: "https://trellis.example/pricing?utm_source=news&utm_campaign=spring&utm_term=",
      canonical: "https://trellis.example/pricing",
      referrer: "https://search.example/",
    });
    attribution.arrive("https://trellis.example/pricing?utm_source=news&utm_campaign=spring", "");
    cookies.jar.set("marquee_variations", "hero__1:b");
    analytics.page({ plan: "business" });
    const touch = { utm_source: "news", utm_medium: "none", utm_campaign: "spring" };
    expect(sent).toMatchObject([
      {
        type: "page",
        anonymousId: identity.anonymousId(),
        timestamp: "2026-03-01T12:00:00.000Z",
        properties: {
          url: "https://trellis.example/pricing",
          path: "/pricing",
          actual_url: "https://trellis.example/pricing?utm_source=news&utm_campaign=spring&utm_term=",
          actual_path: "/pricing",
          title: "Plans and prices",
          referrer: "https://search.example/",
          browser: "Chrome",
          browserVersion: "148.0.0.0",
          operatingSystem: "macOS",
          operatingSystemVersion: "10.15.7",
          department: "Support",
          plan: "business",
        },
        context: {
          attribution: { first: touch, last: touch },
          sessionId: NOW,
          locale: "de-AT",
          pageVersion: "v1",
          variations: "hero__1:b",
          library: { name: "@marquee/measure" },
          consent: {
            receiptId: createReceiptId(),
            categoryPreferences: { C0001: true, C0002: true, C0003: false, C0004: false },
          },
        },
      },
    ]);
    expect(sent[0]?.messageId).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[0]).not.toHaveProperty("userId");
    expect(sent[0]).not.toHaveProperty("name");
  });

  it("includes the name of a named document", () => {
    const { analytics, sent } = visit({ pageName: "Not found" });
    analytics.page();
    analytics.track("Board opened");
    expect(sent.map(({ name }) => name)).toEqual(["Not found", undefined]);
  });

  it("reports the region as the consent basis, without a receipt, if the visitor has not decided", () => {
    const { analytics, sent, cookies } = visit({ isGrantedByRegion: true });
    analytics.page();
    const categoryPreferences = { C0001: true, C0002: true, C0003: true, C0004: true };
    expect(sent[0]?.context?.consent).toEqual({ basis: "region", categoryPreferences });
    expect(cookies.jar.has("marquee_consent")).toBe(false);
  });

  it("includes the audience only for known customers", () => {
    const { analytics, sent } = visit({ audience: "customer" });
    analytics.page();
    expect(sent[0]?.context).toMatchObject({ audience: "customer" });
    const other = visit();
    other.analytics.page();
    expect(other.sent[0]?.context).not.toHaveProperty("audience");
  });

  it("redacts email addresses in the query of every URL", () => {
    const { analytics, sent } = visit({
      href: "https://trellis.example/lp?email=jo%40b.example",
      canonical: "https://trellis.example/lp?email=jo%40b.example",
      referrer: "https://mail.example/?Email=jo@b.example",
    });
    analytics.page();
    expect(JSON.stringify(sent)).not.toMatch(/jo(@|%40)b/);
    expect(sent[0]?.properties?.actual_url).toBe("https://trellis.example/lp?email=REDACTED");
  });

  it("truncates the user agent to 500 characters and ignores an invalid canonical URL", () => {
    const { analytics, sent } = visit({
      href: "https://trellis.example/x",
      canonical: "::",
      userAgent: "y".repeat(900),
    });
    analytics.page();
    expect(sent[0]?.context?.userAgent).toHaveLength(500);
    const another = visit({ userAgent: `${"y".repeat(499)}🎉` });
    another.analytics.track("x");
    expect(another.sent[0]?.context?.userAgent).toBe("y".repeat(499));
    expect(sent[0]?.properties).toMatchObject({
      url: "https://trellis.example/x",
      browser: "",
      operatingSystem: "",
    });
  });
});

describe("identity", () => {
  it("is included in every event after identify and group", () => {
    const { analytics, sent } = visit();
    analytics.identify(4711, { email: "ann@acme.example", plan: "business" });
    analytics.group("team-1", { name: "Acme" });
    analytics.track("Board opened", { cards: 3 });
    expect(sent).toMatchObject([
      {
        type: "identify",
        userId: "4711",
        traits: { email: "ann@acme.example", plan: "business" },
        properties: { url: "https://trellis.example/pricing", path: "/pricing" },
      },
      { type: "group", userId: "4711", groupId: "team-1", traits: { name: "Acme" } },
      { type: "track", event: "Board opened", userId: "4711", groupId: "team-1", properties: { cards: 3 } },
    ]);
  });

  it("changes the anonymous ID when another user identifies", () => {
    const { analytics, sent } = visit();
    analytics.identify("1");
    analytics.group("team-1");
    analytics.identify("2");
    expect(sent[2]).toMatchObject({ userId: "2" });
    expect(sent[2]).not.toHaveProperty("groupId");
    expect(sent[2]?.anonymousId).not.toBe(sent[0]?.anonymousId);
  });

  it("keeps group, email and anonymous ID after alias", () => {
    const { analytics, sent, cookies } = visit();
    analytics.identify("ann@acme.example", { email: "ann@acme.example" });
    analytics.group("team-1");
    analytics.alias("4711");
    analytics.track("Board opened");
    expect(sent[2]).toMatchObject({ type: "alias", previousId: "ann@acme.example", userId: "4711" });
    expect(sent[3]).toMatchObject({ userId: "4711", groupId: "team-1", anonymousId: sent[0]?.anonymousId });
    expect(decodeURIComponent(cookies.jar.get("user_id") ?? "")).toBe('{"email":"ann@acme.example"}');
    analytics.alias("4712", "4710");
    expect(sent[4]).toMatchObject({ type: "alias", previousId: "4710", userId: "4712" });
  });

  it("deletes the email when another user identifies", () => {
    const { analytics, cookies } = visit();
    analytics.identify("1", { email: "ann@acme.example" });
    analytics.identify("2");
    expect([cookies.jar.get("ajs_user_id"), cookies.jar.has("user_id")]).toEqual(["2", false]);
  });

  it("links the previous ID to the new one", () => {
    const { analytics, sent, identity } = visit();
    const before = identity.anonymousId();
    analytics.alias("4711");
    expect(sent).toMatchObject([{ type: "alias", previousId: before, userId: "4711" }]);
  });
});

describe("without consent", () => {
  it("sends and stores nothing for any method", () => {
    const { analytics, sent, cookies, store } = visit({ isAllowed: false });
    analytics.page();
    analytics.track("x");
    analytics.identify("1", { email: "ann@acme.example" });
    analytics.group("g");
    analytics.alias("2");
    analytics.screen("s");
    expect([sent, cookies.writes, store.entries.size]).toEqual([[], 0, 0]);
  });

  it("sends stages of a form only after consent to analytics, and none after its withdrawal", () => {
    const { analytics, consent, sent } = visit({ isAllowed: false });
    const form = { form: "demo", formId: 1763, location: "nav" } as const;
    const track: TrackEvent = analytics.track;
    const fill = (field: string) => {
      track("Form Started", form);
      track("Form Field Left", { ...form, field });
      track("Form Error Shown", { ...form, field, error: "invalid" });
    };
    fill("name");
    consent.decide(["C0003"]);
    fill("name");
    expect(sent).toEqual([]);
    consent.decide(["C0002"]);
    fill("email");
    consent.decide([]);
    fill("message");
    expect(sent.map(({ event, properties }) => [event, properties])).toEqual([
      ["Form Started", form],
      ["Form Field Left", { ...form, field: "email" }],
      ["Form Error Shown", { ...form, field: "email", error: "invalid" }],
    ]);
  });
});

describe("track", () => {
  it("rejects an empty event name", () => {
    expect(() => visit().analytics.track("")).toThrow("track requires an event name");
  });
});

it("accepts only events of the catalog in our own code", () => {
  const track: TrackEvent = vi.fn();
  track("Form Sent", { form: "demo", formId: 1763, location: "demo" });
  // @ts-expect-error not an event of the catalog
  track("Form sent", { form: "demo", formId: 1763, location: "demo" });
  // @ts-expect-error a property is missing
  track("Form Sent", { form: "demo", formId: 1763 });
  // @ts-expect-error a property has another type
  track("Form Sent", { form: "demo", formId: "1763", location: "demo" });
  expect(track).toHaveBeenCalledTimes(4);
});

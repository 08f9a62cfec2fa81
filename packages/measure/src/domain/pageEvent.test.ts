import { describe, expect, it } from "vitest";
import { createFakeCookies } from "../testing/fakes.ts";
import { createConsent } from "./consent.ts";
import { buildPageEvent, type PageSource } from "./pageEvent.ts";

const CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/148.0.0.0 Safari/537.36";

function build(source: { href: string; canonical?: string; referrer?: string; userAgent?: string }) {
  const consent = createConsent({
    cookies: createFakeCookies(),
    isPrivacyControlOn: false,
    now: () => 0,
    announce: () => {},
  });
  consent.decide(["C0002"]);
  const page: PageSource = {
    title: "Plans and prices",
    canonicalUrl: source.canonical ?? null,
    location: { href: source.href },
    navigator: { userAgent: source.userAgent ?? CHROME, language: "de-AT" },
    screen: { width: 1440, height: 900 },
    referrer: source.referrer ?? "",
  };
  return buildPageEvent(page, { anonymousId: "visitor-1", consent, now: new Date("2026-03-01T12:00:00Z") });
}

describe("buildPageEvent", () => {
  it("describes page, browser, campaign and consent", () => {
    const event = build({
      href: "https://trellis.example/pricing?utm_source=news&utm_campaign=spring&utm_term=",
      canonical: "https://trellis.example/pricing",
      referrer: "https://search.example/",
    });
    expect(event).toMatchObject({
      type: "page",
      anonymousId: "visitor-1",
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
      },
      context: {
        campaign: { source: "news", name: "spring" },
        locale: "de-AT",
        library: { name: "@marquee/measure" },
        consent: { categoryPreferences: { C0001: true, C0002: true, C0003: false, C0004: false } },
      },
    });
    expect(event.messageId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("lets no e-mail address of the query out, in whichever address it stands", () => {
    const event = build({
      href: "https://trellis.example/lp?email=jo%40b.example",
      referrer: "https://mail.example/?Email=jo@b.example",
    });
    expect(JSON.stringify(event)).not.toMatch(/jo(@|%40)b/);
    expect(event.properties?.actual_url).toBe("https://trellis.example/lp?email=REDACTED");
  });

  it("cuts the user agent at 500 characters and survives a nonsensical canonical address", () => {
    const event = build({ href: "https://trellis.example/x", canonical: "::", userAgent: "y".repeat(900) });
    expect(event.context?.userAgent).toHaveLength(500);
    expect(event.properties).toMatchObject({
      url: "https://trellis.example/x",
      browser: "",
      operatingSystem: "",
    });
  });
});

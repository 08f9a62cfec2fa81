import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Attribution, attributionOf, UTM_FIELDS } from "./attribution.ts";

const ownHosts = ["trellis.example"];
const from = (referrer: string, query = "") =>
  attributionOf({ url: `https://trellis.example/pricing${query}`, referrer, ownHosts });
const attribution = (source: string, medium: string): Attribution => ({
  utm_source: source,
  utm_medium: medium,
  utm_campaign: "none",
  utm_content: "none",
  utm_term: "none",
});

describe("attributionOf", () => {
  it("prefers campaign parameters over any referrer and fills missing ones with `none`", () => {
    expect(from("https://www.google.com/", "?a=1&utm_source=news&utm_term=gantt+chart#plans")).toEqual({
      ...attribution("news", "none"),
      utm_term: "gantt chart",
    });
    expect(from("https://trellis.example/", "?utm_medium=cpc")?.utm_medium).toBe("cpc");
  });

  it.each([
    ["https://www.google.com/", "google"],
    ["https://www.google.co.uk/search?q=x", "google"],
    ["android-app://com.google.android.googlequicksearchbox/", "google"],
    ["android-app://com.google.android.gm", null],
    ["https://mail.google.com/", null],
    ["https://docs.google.com/", null],
    ["https://mail.yahoo.com/", null],
    ["https://kagi.com/", "kagi"],
    ["https://duckduckgo.com/", "duckduckgo"],
    ["https://search.brave.com/", "brave"],
    ["https://yandex.ru", "yandex"],
    ["https://google.com.evil.example/", null],
    ["https://notgoogle.com/", null],
    ["https://mail.google.com.x-y-z.example", null],
  ])("recognizes %s as a search engine: %s", (referrer, engine) => {
    const actual = from(referrer);
    if (engine) expect(actual).toEqual(attribution(engine, "organic"));
    else expect(actual?.utm_medium).not.toBe("organic");
  });

  it.each([
    ["", attribution("(none)", "(direct)")],
    ["about:blank", attribution("(none)", "(direct)")],
    ["https://www.friend.example:8443/post?id=1", attribution("friend.example", "referral")],
    ["https://user@friend.example/", attribution("friend.example", "referral")],
    ["android-app://com.slack/", attribution("com.slack", "referral")],
    ["https://trellis.example/", null],
    ["https://app.trellis.example/board", null],
    ["https://eviltrellis.example/", attribution("eviltrellis.example", "referral")],
  ])("attributes referrer %j to %j", (referrer, expected) => {
    expect(from(referrer)).toEqual(expected);
  });

  it.each([
    ["https://www.google.com/", "gclid=EAIaIQ", attribution("google", "cpc")],
    ["https://t.co/", "twclid=2-4", attribution("t.co", "cpc")],
    ["https://www.bing.com/", "a=1&msclkid=8a#top", attribution("bing", "cpc")],
    ["", "gclid=EAIaIQ", attribution("(none)", "(direct)")],
    ["https://www.google.com/", "utm_source=news&gclid=EAIaIQ", attribution("news", "none")],
    ["https://www.google.com/", "gclid=", attribution("google", "organic")],
    ["https://l.facebook.com/", "fbclid=IwAR", attribution("l.facebook.com", "referral")],
    ["https://app.trellis.example/", "gclid=EAIaIQ", null],
  ])("attributes referrer %j with the click ID %s to %j", (referrer, query, expected) => {
    expect(from(referrer, `?${query}`)).toEqual(expected);
  });

  it("ignores campaign parameters without a value", () => {
    expect(from("", "?utm_source=&utm_campaign=%20")).toEqual(attribution("(none)", "(direct)"));
  });

  it("cuts a value before a character that does not fit", () => {
    const campaign = "a".repeat(199);
    expect(from("", `?utm_source=news&utm_medium=email&utm_campaign=${campaign}😀`)?.utm_campaign).toBe(
      campaign,
    );
    expect(from("", `?utm_campaign=${campaign.slice(1)}😀!`)?.utm_campaign).toBe(`${campaign.slice(1)}😀`);
  });

  it("gives every field a non-empty value of limited length that can be encoded, for any URL", () => {
    const long = fc.string({ unit: fc.constantFrom("a", "😀", "\ud83d"), minLength: 150, maxLength: 250 });
    const anything = fc.oneof(
      fc.webUrl({ withQueryParameters: true }),
      fc.string(),
      long.map((value) => `https://trellis.example/?utm_term=${value}`),
    );
    fc.assert(
      fc.property(anything, anything, (url, referrer) => {
        const actual = attributionOf({ url, referrer, ownHosts });
        for (const field of actual ? UTM_FIELDS : []) {
          expect(actual?.[field].length).toBeGreaterThan(0);
          expect(actual?.[field].length).toBeLessThanOrEqual(200);
          expect(() => encodeURIComponent(actual?.[field] ?? "")).not.toThrow();
        }
      }),
    );
  });
});

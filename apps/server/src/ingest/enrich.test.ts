import { ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_YEAR } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { describeUserAgent } from "../platform/visitor/userAgent.ts";
import { TEST_SITE } from "../testing/startTestStores.ts";
import { createClockMemory } from "./clockMemory.ts";
import { enrich } from "./enrich.ts";
import type { ValidEvent } from "./event.types.ts";
import { parseInstant } from "./eventTimes.ts";
import { textRules } from "./textRules.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const FACTS = {
  receivedAt: NOW,
  userAgent: "",
  writeKey: "local",
  country: "",
  sentAt: null,
  // Used with events without an ID, so that it remembers nothing.
  correctionOf: createClockMemory().correctionOf,
  site: TEST_SITE,
  rules: textRules(TEST_SITE.hosts, new Set()),
  customers: { groupIds: ["workspace-1"], domains: ["acme.example"] },
  sessionOf: (_visitor: string, timestamp: number) => timestamp,
};
const iso = (instant: number) => new Date(instant).toISOString();

describe("enrich: time", () => {
  it("corrects the sender's clock by sentAt and keeps the original timestamp", () => {
    const sentAt = NOW - ONE_HOUR;
    const row = enrich({ timestamp: iso(sentAt - ONE_MINUTE) }, { ...FACTS, sentAt });
    expect([row.timestamp, row.original_timestamp]).toEqual([NOW - ONE_MINUTE, sentAt - ONE_MINUTE]);
  });

  it("accepts elapsed time from a clock that is days ahead", () => {
    const sentAt = NOW + 3 * ONE_DAY;
    expect(enrich({ timestamp: iso(sentAt - 5000) }, { ...FACTS, sentAt }).timestamp).toBe(NOW - 5000);
  });

  it.each([
    ["the future", NOW + ONE_HOUR],
    ["far ahead", NOW + 3 * ONE_DAY],
  ])("replaces an implausible time (%s) with the received time", (_name, instant) => {
    expect(enrich({ timestamp: iso(instant) }, FACTS).timestamp).toBe(NOW);
  });

  it("keeps a time in the distant past, whose event is not stored", () => {
    expect(enrich({ timestamp: iso(NOW - 3 * ONE_YEAR) }, FACTS).timestamp).toBe(NOW - 3 * ONE_YEAR);
  });

  it("ignores a difference that may be transit time", () => {
    const { timestamp } = enrich({ timestamp: iso(NOW - ONE_MINUTE) }, { ...FACTS, sentAt: NOW - 30_000 });
    expect(timestamp).toBe(NOW - ONE_MINUTE);
  });

  it("corrects the original time of a clock that is off by more than a day, which retention uses", () => {
    const original = (sentAt: number) =>
      enrich({ timestamp: iso(sentAt - 5000) }, { ...FACTS, sentAt }).original_timestamp;
    expect(original(NOW - 40 * ONE_DAY)).toBe(NOW - 5000);
    expect(original(NOW + 3 * ONE_DAY)).toBe(NOW - 5000);
    expect(original(NOW - 3 * ONE_HOUR)).toBe(NOW - 3 * ONE_HOUR - 5000);
  });

  it("parses instants from strings and numbers", () => {
    expect([
      parseInstant("2026-06-01T12:00:00Z"),
      parseInstant(5.4),
      parseInstant("soon"),
      parseInstant(null),
    ]).toEqual([NOW, 5, null, null]);
  });
});

describe("enrich: source", () => {
  const page = (url: string, referrer = "") => enrich({ properties: { url, referrer } }, FACTS).source;

  it.each([
    ["https://trellis.example/", "", "(direct)"],
    ["https://trellis.example/", "https://www.search.example/q", "search.example"],
    ["https://trellis.example/", "https://trellis.example/pricing", "(internal)"],
    ["https://trellis.example/?utm_source=news", "https://mail.example/", "news"],
    ["https://trellis.example/?utm_source=none", "https://mail.example/", "mail.example"],
    ["not an address", "neither", "(direct)"],
  ])("%s with referrer %j has the source %s", (url, referrer, expected) => {
    expect(page(url, referrer)).toBe(expected);
  });
});

describe("enrich: click IDs", () => {
  const referrer = "https://www.google.com/";
  const sourceOf = (event: ValidEvent) => {
    const { visit_source, channel } = enrich(event, FACTS);
    return [visit_source, channel];
  };

  it.each([
    [
      "of the page",
      {
        properties: {
          url: "https://trellis.example/",
          actual_url: "https://trellis.example/?gclid=EAIaIQ",
          referrer,
        },
      },
    ],
    [
      "beside a token, which is redacted",
      {
        properties: {
          url: "https://trellis.example/?token=s3cret&gclid=EAIaIQ&utm_campaign=brand",
          referrer,
        },
      },
    ],
    [
      "of page.search",
      { context: { page: { url: "https://trellis.example/", search: "?gclid=EAIaIQ", referrer } } },
    ],
    [
      "of a campaign that names only itself",
      {
        context: { campaign: { name: "brand" } },
        properties: { url: "https://trellis.example/?gclid=EAIaIQ", referrer },
      },
    ],
  ])("treats a click ID %s as proof of a paid click", (_where, event) => {
    expect(sourceOf(event)).toEqual(["Google", "paid-search"]);
  });

  it("attributes the rest of the visit by the last touch", () => {
    const properties = { url: "https://trellis.example/pricing", referrer: "https://trellis.example/" };
    const last = { utm_source: "t.co", utm_medium: "cpc", utm_campaign: "none" };
    expect(sourceOf({ properties, context: { attribution: { last } } })).toEqual(["X", "paid-social"]);
  });
});

describe("enrich: one spelling", () => {
  it("stores campaigns in lower case without surrounding spaces, however they were sent", () => {
    const urls = [
      "?utm_source=Acme-Partner&utm_medium=Social&utm_campaign=Spring%20Sale&utm_content=A&utm_term=B",
      "?utm_source=acme-partner%20&utm_medium=+social&utm_campaign=spring%20sale%09&utm_content=a&utm_term=b",
    ];
    const campaign = {
      source: "ACME-Partner",
      medium: "social ",
      name: "Spring Sale",
      content: "a",
      term: "B",
    };
    const events = [
      ...urls.map((query) => ({ properties: { url: `https://trellis.example/${query}` } })),
      { context: { campaign } },
    ];
    for (const event of events)
      expect(enrich(event, FACTS)).toMatchObject({
        utm_source: "acme-partner",
        utm_medium: "social",
        utm_campaign: "spring sale",
        utm_content: "a",
        utm_term: "b",
        source: "acme-partner",
        channel: "organic-social",
      });
    const last = { utm_source: "Acme-Partner", utm_medium: "Social", utm_campaign: "none" };
    expect(enrich({ context: { attribution: { first: last, last } } }, FACTS)).toMatchObject({
      first_source: "acme-partner",
      last_source: "acme-partner",
      last_medium: "social",
    });
  });

  it("cuts campaigns and sources of any length", () => {
    const long = "Ä".repeat(5000);
    const campaign = { source: long, medium: long, name: long, content: long, term: long };
    const touch = {
      utm_source: long,
      utm_medium: long,
      utm_campaign: long,
      utm_content: long,
      utm_term: long,
    };
    const cut = "ä".repeat(500);
    const context = { campaign, attribution: { first: touch, last: touch } };
    expect(enrich({ context }, FACTS)).toMatchObject({
      utm_source: cut,
      utm_medium: cut,
      utm_campaign: cut,
      utm_content: cut,
      utm_term: cut,
      first_source: cut,
      last_source: cut,
      last_content: cut,
      source: cut,
      visit_source: cut,
    });
    const page = { referrer: `https://${"a".repeat(5000)}.example/` };
    expect(enrich({ context: { page } }, FACTS).source).toBe("a".repeat(500));
  });

  it.each([
    ["/café", "/café"],
    ["/caf%C3%A9", "/café"],
    ["/caf%c3%a9", "/café"],
    ["/%F0%9F%92%A5", "/💥"],
    ["/users/jane%40acme.com", "/users/REDACTED"],
    ["/a%2Fb", "/a%2Fb"],
  ])("stores the path %s as %s", (path, stored) => {
    expect(enrich({ properties: { path } }, FACTS).path).toBe(stored);
    expect(enrich({ properties: { url: `https://trellis.example${path}` } }, FACTS).path).toBe(stored);
  });
});

describe("enrich: dimensions", () => {
  const touch = {
    utm_source: "t.co",
    utm_medium: "referral",
    utm_campaign: "none",
    utm_content: "c",
    utm_term: "t",
  };

  it("fills site, host, channel, language and screen class", () => {
    const properties = { url: "https://docs.trellis.example/a", referrer: "https://www.google.de/" };
    const context = { locale: "de-AT", screen: { width: 1440, height: 900 }, attribution: { last: touch } };
    expect(enrich({ properties, context }, FACTS)).toMatchObject({
      site: "trellis.example",
      host: "docs.trellis.example",
      source: "Google",
      visit_source: "Google",
      channel: "organic-search",
      language: "de",
      screen_class: "1200-1599",
      last_content: "c",
      last_term: "t",
    });
  });

  it("attributes an internal page view by the last touch", () => {
    const properties = { url: "https://trellis.example/b", referrer: "https://trellis.example/a" };
    const visit = (attribution?: object) => {
      const { source, visit_source, channel } = enrich({ properties, context: { attribution } }, FACTS);
      return [source, visit_source, channel];
    };
    expect(visit({ last: touch })).toEqual(["(internal)", "X", "organic-social"]);
    expect(visit()).toEqual(["(internal)", "(direct)", "direct"]);
  });

  it("gives an event without a URL the host of the site", () => {
    const { site, host, path, language, screen_class, channel } = enrich({}, FACTS);
    const none = { path: "", language: "", screen_class: "" };
    const ofSite = { site: "trellis.example", host: "trellis.example", channel: "direct" };
    expect({ site, host, path, language, screen_class, channel }).toEqual({ ...none, ...ofSite });
  });

  it("reads the page version and the variations, whatever the request contains", () => {
    const read = (context: object) => {
      const { page_version, variations } = enrich({ context }, FACTS);
      return { page_version, variations };
    };
    expect(read({ pageVersion: "hZ_-9", variations: "hero__2:b|plans__1:control|x" })).toEqual({
      page_version: "hZ_-9",
      variations: ["hero:2:b", "plans:1:control"],
    });
    for (const value of [null, 5, {}, ["a__1:b"], "<script>", `${"a".repeat(200)}__1:b`])
      expect(read({ pageVersion: value === 5 ? "" : value, variations: value })).toEqual({
        page_version: "",
        variations: [],
      });
    const many = Array.from({ length: 500 }, (_, index) => `test-${index}__1:b`).join("|");
    expect(read({ variations: many }).variations).toHaveLength(30);
  });
});

describe("enrich: session", () => {
  it("stores the sender's session and both touches unchanged", () => {
    const touch = (source: string) => ({ utm_source: source, utm_medium: "organic", utm_campaign: "none" });
    const attribution = { first: touch("bing"), last: touch("google") };
    expect(enrich({ context: { sessionId: NOW, attribution } }, { ...FACTS, country: "NO" })).toMatchObject({
      session_id: NOW,
      country: "NO",
      first_source: "bing",
      first_medium: "organic",
      first_campaign: "none",
      last_source: "google",
    });
  });

  it("corrects the session's ID if the sender's clock is off by days", () => {
    const session = (behind: number) => {
      const sentAt = NOW - behind;
      const event = { timestamp: iso(sentAt - 5000), context: { sessionId: sentAt - ONE_MINUTE } };
      return enrich(event, { ...FACTS, sentAt }).session_id;
    };
    expect(session(3 * ONE_HOUR)).toBe(NOW - 3 * ONE_HOUR - ONE_MINUTE);
    expect(session(3 * ONE_DAY)).toBe(NOW - ONE_MINUTE);
    expect(session(-3 * ONE_DAY + 20_000)).toBe(NOW - ONE_MINUTE - 20_000);
  });

  it("assigns a session to an event more than a day from the start of the sender's session", () => {
    const session = (age: number) => enrich({ context: { sessionId: NOW - age } }, FACTS).session_id;
    expect(session(ONE_DAY)).toBe(NOW - ONE_DAY);
    expect(session(ONE_DAY + 1)).toBe(NOW);
  });

  it.each([undefined, "x", -1, 1.5, 7, Number.MAX_VALUE, {}])(
    "rejects the session ID %j and assigns one",
    (sessionId) => {
      const row = enrich({ context: { sessionId, attribution: sessionId } }, FACTS);
      expect([row.session_id, row.first_source, row.last_source]).toEqual([NOW, "", ""]);
    },
  );
});

describe("enrich: user agent", () => {
  it.each(["@segment/analytics-node", "analytics-python", "analytics-go"])(
    "does not detect %s as a bot",
    (name) => {
      const facts = { ...FACTS, userAgent: "analytics-node-next/latest" };
      expect(enrich({ context: { library: { name } } }, facts).bot).toBe("");
      const userAgent = "Googlebot/2.1 (+http://www.google.com/bot.html)";
      expect(enrich({ context: { library: { name }, userAgent } }, facts).bot).not.toBe("");
    },
  );

  const read = (userAgent: string) => enrich({ context: { userAgent } }, FACTS);

  it("detects browser, operating system and device", () => {
    const iphone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
    expect(read(iphone)).toMatchObject({
      browser: "Safari",
      browser_version: "18",
      os: "iOS",
      device: "mobile",
      bot: "",
    });
  });

  it("reads only the first 500 characters of a user agent", () => {
    const long = `Mozilla/5.0 ${"(x".repeat(5000)} Googlebot/2.1`;
    expect(describeUserAgent(long)).toEqual(describeUserAgent(long.slice(0, 500)));
    expect(describeUserAgent(long).bot).toBe("");
  });

  it("returns the bot reason", () => {
    expect(read("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)").bot).not.toBe("");
    expect(read("Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/148.0.0.0 Safari/537.36").bot).toContain(
      "Headless",
    );
  });
});

describe("enrich: audience", () => {
  const audience = (event: Record<string, unknown>) => enrich(event, FACTS).audience;

  it.each([
    { context: { audience: "customer" } },
    { groupId: "workspace-1" },
    { context: { groupId: "workspace-1" } },
    { traits: { email: "Ann@Acme.example" } },
    { traits: { email: "ann@elsewhere.example" }, context: { traits: { email: "ann@mail.acme.example" } } },
  ])("detects a known customer by %j", (event) => {
    expect(audience(event)).toBe("customer");
  });

  it.each([
    {},
    { context: { audience: "other" }, groupId: "workspace-2", traits: { email: "ann@notacme.example" } },
    { traits: { email: 5 }, context: { traits: ["acme.example"] } },
  ])("detects no known customer by %j", (event) => {
    expect(audience(event)).toBe("visitor");
  });
});

it("keeps the earlier ID of an alias, which links it to the later one, as a property", () => {
  const event = { type: "alias", userId: "4711", previousId: "ann@acme.example" };
  expect(enrich(event, FACTS)).toMatchObject({
    user_id: "4711",
    properties: '{"previousId":"ann@acme.example"}',
  });
  expect(enrich({ ...event, type: "track" }, FACTS).properties).toBe("{}");
});

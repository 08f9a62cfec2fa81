import {
  CONNECTION_KINDS,
  CONNECTIONS,
  type ConnectionDefinition,
  type ConnectionKind,
} from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Records } from "../../platform/storage/records/records.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { startTestConnections } from "../../testing/startTestConnections.ts";
import { createSiteTools } from "./siteTools.ts";

const OWNER = "owner@trellis.example";
let records: Records;
beforeAll(async () => {
  records = await borrowRecords();
});
afterAll(() => records.stop());

const get = (cookie?: string) => ({ method: "GET", headers: { ...(cookie !== undefined && { cookie }) } });

it("allows connected tools on every instance, names who gets data, and closes again", async () => {
  const now = () => 1_800_000_000_000;
  const here = await startTestConnections({ records }, { now });
  const elsewhere = createSiteTools(await startTestConnections({ records }), false);
  const closed = elsewhere.current();
  expect(closed.settings).toEqual({
    consentProvider: { name: "own" },
    loginUrl: null,
    tools: null,
    recipients: [],
  });
  expect(Object.values(closed.sources).flat()).toEqual([false]);
  let changes = 0;
  elsewhere.onChange(() => {
    changes += 1;
  });

  const google = {
    analyticsIds: ["G-AB12CD"],
    advertisingIds: [],
    server: "https://www.googletagmanager.com",
  };
  await here.save("google-tag", { revision: 0, settings: google, secrets: {} }, OWNER);
  await expect.poll(() => changes, { interval: 2 }).toBe(1);
  expect(elsewhere.current().settings).toMatchObject({
    tools: {
      scriptOrigins: ["https://www.googletagmanager.com"],
      googleTag: { analyticsIds: ["G-AB12CD"], since: now() },
    },
    recipients: ["Google"],
  });
  expect(elsewhere.current().sources).toMatchObject({
    script: ["https://www.googletagmanager.com"],
    frame: [],
    needsInlineMarkup: false,
  });

  const tagSettings = { ...google, advertisingIds: ["AW-1234567"], server: "https://tags.example" };
  await here.save("google-tag", { revision: 1, settings: tagSettings, secrets: {} }, OWNER);
  await expect.poll(() => changes, { interval: 2 }).toBe(2);
  const { sources, settings } = elsewhere.current();
  expect(sources.script).toContain("https://tags.example");
  expect(sources.connect).not.toContain("https://*.google-analytics.com");
  expect(sources.frame).toContain("https://td.doubleclick.net");
  expect(settings.tools?.googleTag?.since).toBe(now());

  await here.disconnect("google-tag", 2, OWNER);
  await expect.poll(() => changes, { interval: 2 }).toBe(3);
  expect(elsewhere.current()).toEqual(closed);
  await here.stop();
});

const GOOGLE_TAG = {
  analyticsIds: ["G-AB12CD"],
  advertisingIds: [],
  server: "https://www.googletagmanager.com",
};
const PAGES = { form1006: "https://cal.example/a", display: "frame" as const, emailParameter: "" };
const MEETINGS = { ...PAGES, form1299: "", form1176: "", form1763: "", form1871: "" };
const inEnvironment = (settings: object) => ({ settings: { ...settings }, secrets: {}, variables: ["TOOL"] });

it.each([
  [false, "marquee_staff=1"],
  [false, "theme=dark; marquee_staff="],
  [false, "marquee_console=token"],
  [true, "__Host-marquee_staff=1"],
  [true, "__Host-marquee_console=token"],
])(
  "leaves out tools that run scripts while someone is signed in (https: %s, %s)",
  async (isSecure, cookie) => {
    const connections = await startTestConnections(
      { records },
      {
        environment: {
          "google-tag": inEnvironment(GOOGLE_TAG),
          onetrust: inEnvironment({ domainScript: "abc" }),
          meetings: inEnvironment(MEETINGS),
        },
      },
    );
    const tools = createSiteTools(connections, isSecure);
    const { settings, sources, variant } = tools.of(get(cookie));
    expect(settings).toEqual({
      consentProvider: { name: "own" },
      loginUrl: null,
      tools: null,
      recipients: ["Google"],
    });
    expect(sources).toMatchObject({ script: [], connect: [], needsInlineMarkup: false });
    expect(sources.frame).toEqual(["https://cal.example"]);
    expect(variant).toBe("staff");
    expect(tools.of(get(cookie))).toBe(tools.of(get(cookie)));
    for (const other of [undefined, "theme=dark", "marquee_session=1"])
      expect(tools.of(get(other))).toBe(tools.current());
    // Cookies with SameSite=Lax are missing from requests of other sites' pages.
    const post = (site?: string) => ({ method: "POST", headers: site ? { "sec-fetch-site": site } : {} });
    for (const from of [undefined, "cross-site", "none"]) expect(tools.of(post(from)).variant).toBe("staff");
    for (const from of ["same-origin", "same-site"]) expect(tools.of(post(from)).variant).toBe("");
    await connections.stop();
  },
);

it("has no other documents for people who are signed in, unless something runs scripts", async () => {
  const environment = { meetings: inEnvironment(MEETINGS) };
  const connections = await startTestConnections({ records }, { environment });
  const tools = createSiteTools(connections, false);
  expect(tools.of(get("marquee_staff=1"))).toBe(tools.current());
  await connections.stop();
});

it("treats every kind that may load scripts as one that runs them", () => {
  const examples: Partial<Record<ConnectionKind, object>> = {
    "google-tag": GOOGLE_TAG,
    personalization: { vendor: "mutiny", clientId: "abc", scriptUrl: "" },
    meetings: MEETINGS,
  };
  for (const kind of CONNECTION_KINDS) {
    const { sources, runsScripts }: ConnectionDefinition = CONNECTIONS[kind];
    const { script = [], needsInlineMarkup = false } = sources?.({ ...examples[kind] }) ?? {};
    expect([kind, runsScripts === true]).toEqual([kind, script.length > 0 || needsInlineMarkup]);
  }
});

it.each([
  [{ vendor: "mutiny", clientId: "abc", scriptUrl: "" }, "https://*.mutinycdn.com", "Mutiny"],
  [{ vendor: "optimizely", clientId: "123", scriptUrl: "" }, "https://*.optimizely.com", "Optimizely"],
  [
    { vendor: "custom", clientId: "", scriptUrl: "https://cdn.example.com:8443/a/b.js?c=1" },
    "https://cdn.example.com:8443",
    "cdn.example.com",
  ],
])("allows the hosts of the personalization tool in %j", async (settings, origin, recipient) => {
  const connections = await startTestConnections(
    { records },
    { environment: { personalization: { settings, secrets: {}, variables: ["TOOL"] } } },
  );
  const { sources, settings: documentSettings } = createSiteTools(connections, false).current();
  expect(sources.script).toEqual([origin]);
  expect(documentSettings.recipients).toEqual([recipient]);
  expect(documentSettings.tools?.personalization?.since).toBe(0);
  await connections.stop();
});

it.each([
  [{ vendor: "custom", clientId: "", scriptUrl: "" }, "Enter the URL"],
  [{ vendor: "mutiny", clientId: "", scriptUrl: "" }, "Enter the tool's ID"],
  [{ vendor: "mutiny", clientId: "../a", scriptUrl: "" }, "Use letters and digits only"],
  [{ vendor: "other", clientId: "a", scriptUrl: "" }, "Choose a tool"],
  [{ vendor: "custom", clientId: "", scriptUrl: "https://a.example;script-src" }, "Use a"],
])("rejects the personalization tool %j", async (settings, reason) => {
  const connections = await startTestConnections({ records });
  await expect(
    connections.save("personalization", { revision: 0, settings, secrets: {} }, OWNER),
  ).rejects.toThrow(reason);
  await connections.stop();
});

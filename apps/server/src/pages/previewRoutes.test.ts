import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  DEFAULT_FLAGS,
  formatConsentCookie,
  type Json,
  ONE_DAY,
  ONE_HOUR,
  readMarks,
  SITE_BANNER_FLAG,
  userAgentAttributes,
  type VisitorAttributes,
  WINDOW_SIZE_COOKIE,
  WINDOW_SIZES,
} from "@marquee/contract";
import type { ExperimentSummary, PreviewChoices } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { IS_SOAK } from "../../../../scripts/test/soak.mjs";
import { accounts, sessions } from "../domains/accounts/tables.ts";
import { createFindPage } from "../domains/flags/findPage.ts";
import { type Flags, startFlags } from "../domains/flags/startFlags.ts";
import { flags as flagRows } from "../domains/flags/tables.ts";
import { createVisitorFlags } from "../domains/flags/visitorFlags.ts";
import { saveField } from "../domains/publishing/draftFields.ts";
import { createDraft } from "../domains/publishing/draftStore.ts";
import { createPreviewPrefix } from "../domains/publishing/previewLinks.ts";
import { publishDraft } from "../domains/publishing/publish.ts";
import { publishDue, scheduleDraft } from "../domains/publishing/schedules.ts";
import { type Publishing, startPublishing } from "../domains/publishing/startPublishing.ts";
import {
  contentDraftFields,
  contentDrafts,
  contentRevisions,
  previewLinks,
} from "../domains/publishing/tables.ts";
import { loadSiteBundle } from "../platform/siteBuild/siteBundle.ts";
import { createToken, digestOf } from "../platform/storage/tokens.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import {
  experimentDefinition,
  flagDefinition,
  flagRule,
  redirectDefinition,
} from "../testing/experimentDefinition.ts";
import { minimalFlagFile } from "../testing/minimalFlags.ts";
import { NO_TOOLS } from "../testing/noTools.ts";
import { startRealContent } from "../testing/realContent.ts";
import { silent, type TestStores } from "../testing/startTestStores.ts";
import { registerPages } from "./pageRoutes.ts";
import { registerPreviews } from "./previewRoutes.ts";

const RUNS = IS_SOAK ? 500 : 50;
const KEY = () => "a key of previews";
const PUBLIC_URL = "http://trellis.example";
const MAKER = "ann@trellis.example";
/** Browsers' headers for a document in our frame, and for one opened directly. */
const FRAMED = { "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin" };
const OPENED = { "sec-fetch-dest": "document", "sec-fetch-site": "none" };
/**
 * The first publication, the current time, and the times of two scheduled publications and of the flags' schedules.
 */
const [FIRST, PRESENT] = [Date.UTC(2026, 5, 1, 12), Date.UTC(2026, 5, 8, 12)];
const [SOON, LATER] = [PRESENT + ONE_DAY, PRESENT + 7 * ONE_DAY];
const PATHS = [
  "/",
  "/pricing",
  "/de/pricing",
  "/fr-FR",
  "/brain",
  "/contact-sales",
  "/lp",
  "/privacy",
  "/nowhere",
];
const AGENTS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0",
] as const;
const COUNTRIES: Record<string, string> = {
  "192.0.2.1": "DE",
  "192.0.2.2": "US",
  "192.0.2.3": "BR",
  "192.0.2.4": "",
};
const decision = formatConsentCookie({
  groups: [CONSENT_GROUPS.necessary, CONSENT_GROUPS.analytics],
  decidedAt: 0,
  textVersion: CONSENT_TEXT_VERSION,
  receiptId: "00000000-0000-4000-8000-000000000000",
});

const banner = (text: string) => ({
  ...DEFAULT_FLAGS[SITE_BANNER_FLAG],
  paths: ["*"],
  text,
  link: { href: "/pricing", children: "See plans" },
});
const isIn = (attribute: keyof VisitorAttributes, ...values: string[]) => ({
  attribute,
  operator: "in" as const,
  values,
});
/** Rules by date and by every kind of attribute. The value `on` of `utm_campaign` represents a forced flag. */
const DEFINITIONS = [
  flagDefinition({
    key: SITE_BANNER_FLAG,
    type: "json",
    defaultValue: DEFAULT_FLAGS[SITE_BANNER_FLAG] as unknown as Json,
    rules: [
      flagRule({ id: "week", from: SOON, to: LATER, value: banner("Only next week") as unknown as Json }),
      flagRule({
        id: "german",
        targeting: [isIn("country", "DE")],
        value: banner("Hallo") as unknown as Json,
      }),
      flagRule({
        id: "phone",
        targeting: [isIn("isPhoneSize", "true")],
        value: banner("Small") as unknown as Json,
      }),
    ],
  }),
  flagDefinition({
    key: "new-card-ui-CLK-123",
    rules: [
      flagRule({ id: "forced", targeting: [isIn("utm_campaign", "on")] }),
      flagRule({ id: "customers", targeting: [isIn("audience", "customer")] }),
      flagRule({ id: "desktop", targeting: [isIn("device", "desktop"), isIn("pathName", "/de/pricing")] }),
      flagRule({ id: "half", coverage: 0.5, from: LATER }),
    ],
  }),
  flagDefinition({
    key: "brain-headline-stop-searching",
    rules: [
      flagRule({ id: "from", targeting: [isIn("referrer", "https://search.example/")] }),
      flagRule({ id: "known", targeting: [isIn("user_id", "4711")], to: SOON }),
    ],
  }),
];
const summary = (
  overrides: Partial<ExperimentSummary> & Pick<ExperimentSummary, "definition">,
): ExperimentSummary => ({
  revision: 1,
  state: "running",
  phase: 2,
  startedAt: FIRST,
  stoppedAt: null,
  updatedAt: FIRST,
  updatedBy: "ann@trellis.example",
  shipped: null,
  ...overrides,
});
const EXPERIMENTS = [
  summary({ definition: experimentDefinition({ coverage: 0.5 }) }),
  summary({
    definition: experimentDefinition({
      key: "headline",
      kind: "content",
      flag: "content.home",
      page: "home",
      variations: [
        { key: "control", name: "As it is", value: {}, weight: 0.5 },
        { key: "short", name: "Short", value: { "copy:en:home": { "/hero/title": "Short" } }, weight: 0.5 },
      ],
    }),
  }),
  summary({ definition: redirectDefinition("landing", "/lp", "/brain") }),
];

interface Visit {
  path: string;
  at: number;
  isMeasured: boolean;
  country: string;
  agent: string;
  size: (typeof WINDOW_SIZES)[number] | null;
  referrer: string | null;
  userId: string | null;
  campaign: string | null;
  isCustomer: boolean;
  hasDismissedBanner: boolean;
  forced: boolean;
  variations: Record<string, string>;
  id: string;
}

const orNull = <Value>(...values: Value[]) => fc.constantFrom<Value | null>(null, ...values);
const visit: fc.Arbitrary<Visit> = fc.record({
  path: fc.constantFrom(...PATHS),
  at: fc.oneof(
    fc.constantFrom(FIRST - 1, FIRST, PRESENT, SOON - 1, SOON, LATER - 1, LATER),
    fc.integer({ min: FIRST - ONE_DAY, max: LATER + ONE_DAY }),
  ),
  isMeasured: fc.boolean(),
  country: fc.constantFrom(...Object.keys(COUNTRIES)),
  agent: fc.constantFrom(...AGENTS),
  size: orNull(...WINDOW_SIZES),
  referrer: orNull("https://search.example/", "https://other.example/"),
  userId: orNull("4711", "12"),
  campaign: orNull("spring"),
  isCustomer: fc.boolean(),
  hasDismissedBanner: fc.boolean(),
  forced: fc.boolean(),
  variations: fc.record(
    {
      quiz: fc.constantFrom("control", "shown"),
      headline: fc.constantFrom("control", "short"),
      landing: fc.constantFrom("control", "other"),
    },
    { requiredKeys: [] },
  ),
  id: fc.uuid(),
});

/** The request of a visitor. */
function requestOf(drawn: Visit) {
  const { path, country, agent, size, referrer, userId, isCustomer, isMeasured, variations, id } = drawn;
  const campaign = drawn.forced && isMeasured ? "on" : drawn.campaign;
  const phase = 2;
  const cookies = {
    ...(isMeasured && { [CONSENT_COOKIE]: decision, ajs_anonymous_id: id }),
    ...(drawn.hasDismissedBanner && { cuPageBanner: "1" }),
    ...(isCustomer && { ajs_group_id: "1001" }),
    ...(userId && { ajs_user_id: userId }),
    ...(size && { [WINDOW_SIZE_COOKIE]: size }),
    ...(campaign && { utm_campaign: campaign }),
    marquee_variations: Object.entries(variations)
      .map(([key, variation]) => `${key}__${phase}:${variation}`)
      .join("|"),
  };
  return {
    url: path,
    remoteAddress: country,
    headers: {
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; "),
      "user-agent": agent,
      "accept-encoding": "identity",
      ...(referrer && { referer: referrer }),
    },
  };
}

/** The equivalent choices of a preview. */
function choicesOf(drawn: Visit): PreviewChoices {
  const { at, isMeasured, country, agent, size, referrer, userId, campaign, isCustomer, forced, id } = drawn;
  const code = COUNTRIES[country];
  return {
    at,
    isMeasured,
    hasDismissedBanner: drawn.hasDismissedBanner,
    attributes: {
      id,
      ...userAgentAttributes(agent),
      ...(code && { country: code }),
      ...(size && {
        isPhoneSize: size === "phone",
        isTabletSize: size === "tablet",
        isDesktopSize: size === "desktop",
      }),
      ...(referrer && { referrer }),
      ...(userId && { user_id: userId }),
      ...(campaign && { utm_campaign: campaign }),
      ...(isCustomer && { audience: "customer" }),
    },
    ...(forced && isMeasured && { flags: { "new-card-ui-CLK-123": true } }),
    ...(isMeasured && { variations: drawn.variations }),
  };
}

let stores: TestStores;
let real: Awaited<ReturnType<typeof startRealContent>>;
let publishing: Publishing;
let flags: Flags;
let app: FastifyInstance;
let now = FIRST - ONE_DAY;
let previews = 0;
let maker: string;
let link: string;
const counted: string[] = [];
const author = () => ({ actor: "ann@trellis.example", now });

beforeAll(async () => {
  stores = await borrowTestStores();
  const { db } = stores.records;
  await db
    .insert(flagRows)
    .values(
      DEFINITIONS.map((definition) => ({
        key: definition.key,
        definition,
        revision: 1,
        updatedAt: new Date(FIRST),
        updatedBy: "ann@trellis.example",
      })),
    );
  real = await startRealContent();
  const { siteContent, content } = real;
  // React then renders in production mode, which is much faster.
  vi.stubEnv("NODE_ENV", "production");
  const dist = join(import.meta.dirname, "../../dist");
  const [build = ""] = JSON.parse(readFileSync(join(dist, "builds.json"), "utf8")) as string[];
  const bundle = await loadSiteBundle(join(dist, build, "site"), siteContent);
  publishing = await startPublishing({ ...stores, siteContent, content, bundle, log: silent });
  flags = await startFlags({
    ...stores,
    listExperiments: async () => EXPERIMENTS,
    file: minimalFlagFile,
    siteContent,
    environment: "production",
    now: () => now,
    log: silent,
  });
  const settings = {
    publicUrl: PUBLIC_URL,
    writeKey: "local",
    clientKey: "sdk-local",
    cookieDomain: null,
    bannerCookie: "cuPageBanner",
    retentionDays: 760,
    recordedDays: 30,
    leadDays: null,
    receiptDays: null,
    redirectOrigins: [],
    demoUrl: null,
    consentDefault: "ask" as const,
  };
  const countries = { codeOf: (address: string) => COUNTRIES[address] ?? "" };
  const findPage = createFindPage(bundle.entry, publishing);
  const parts = { bundle, settings, tools: NO_TOOLS, content, siteContent, countries };
  const [account] = await db
    .insert(accounts)
    .values({ email: MAKER, passwordHash: "", role: "editor" })
    .returning();
  maker = account?.id ?? "";
  link = await newLink();
  app = fastify();
  await registerPreviews(app, {
    consoleUrl: PUBLIC_URL,
    requireTwoFactor: false,
    ...parts,
    db,
    signingKey: KEY,
    publishing,
    flags,
    findPage,
    now: () => now,
    site: { current: () => ({ timeZone: "Europe/Oslo" }) as never },
  });
  registerPages(app, {
    ...parts,
    flags,
    customers: { groupIds: ["1001"], domains: [] },
    readFlags: createVisitorFlags({ flags, countries, settings, findPage, keptParameters: new Set() }),
    onServed: (consent) => counted.push(consent),
    onSent: ({ path }) => counted.push(path),
  });
});
afterAll(async () => {
  await app.close();
  await flags.stop();
  await publishing.stop();
  real.content.stop();
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions, flagRows, accounts])
    await db.delete(table);
  await stores.stop();
});

/** A link that works for a year. */
async function newLink(): Promise<string> {
  const [row] = await stores.records.db
    .insert(previewLinks)
    .values({
      accountId: maker,
      shows: "",
      page: "/",
      createdAt: new Date(FIRST),
      expiresAt: new Date(FIRST + 365 * ONE_DAY),
    })
    .returning();
  return row?.id ?? "";
}

const prefixOf = (choices: PreviewChoices, expiresAt = now + ONE_HOUR) =>
  createPreviewPrefix(KEY, { choices, for: { link } }, expiresAt);

async function draftWith(
  name: string,
  changes: Record<string, [pointer: string, value: Json]>,
): Promise<number> {
  const { db } = stores.records;
  const id = await createDraft(db, name, author());
  for (const [item, [pointer, value]] of Object.entries(changes))
    await saveField(db, id, { item, pointer, value, revision: 0 }, publishing.published().items, author());
  return id;
}

const preview = (choices: PreviewChoices, path: string, marked?: string) => {
  const signed = { choices, for: { link }, ...(marked !== undefined && { marked }) };
  // From several clients, because each is rate-limited.
  previews += 1;
  const remoteAddress = `192.0.2.${Math.floor(previews / 200)}`;
  const url = createPreviewPrefix(KEY, signed, now + ONE_HOUR) + path;
  return app.inject({ url, remoteAddress, headers: FRAMED });
};
/** The visible result: status, bytes, and redirect target. */
const seen = ({ statusCode, headers, body }: Awaited<ReturnType<typeof preview>>) =>
  `${statusCode} ${String(headers.location ?? "").replace(/^\/preview\/[^/]*/, "")}\n${statusCode === 302 ? "" : body}`;

it("shows byte for byte the page of a visitor with these attributes at that date", async () => {
  const { db } = stores.records;
  const visits = fc.sample(visit, { numRuns: RUNS, seed: fc.readConfigureGlobal().seed ?? Date.now() });
  const served = new Map<Visit, string>();
  /** Advances the clock, and serves the visits until `until`. */
  const visitUntil = async (until: number) => {
    for (const each of visits.filter(({ at }) => at < until && at >= now).sort((a, b) => a.at - b.at)) {
      now = each.at;
      await publishDue({
        db,
        publishing,
        now: () => now,
        onProblem: async (_draft, text) => expect(text).toBe(""),
      });
      await flags.refresh();
      served.set(each, seen(await app.inject(requestOf(each))));
    }
    now = until;
  };

  await visitUntil(FIRST);
  const first = await draftWith("First", { "copy:en:home": ["/hero/title", "First"] });
  await publishDraft(db, publishing, { id: first, note: "" }, author());
  await visitUntil(PRESENT);
  const soon = await draftWith("Soon", {
    "copy:en:home": ["/hero/title", "Soon"],
    "copy:de:pricing": ["/hero/title", "Bald"],
  });
  await scheduleDraft(db, publishing, { id: soon, at: SOON, note: "" }, author());
  const later = await draftWith("Later", { catalog: ["/plans/unlimited/pricing/yearly/price", 78] });
  await scheduleDraft(db, publishing, { id: later, at: LATER, note: "" }, author());

  counted.length = 0;
  const previewed = new Map<Visit, string>();
  for (const each of visits) {
    const answer = await preview(choicesOf(each), each.path);
    expect([answer.headers["set-cookie"], answer.headers.etag]).toEqual([undefined, undefined]);
    previewed.set(each, seen(answer));
  }
  expect(counted).toEqual([]);
  await visitUntil(Number.POSITIVE_INFINITY);
  expect(served.size).toBe(RUNS);
  for (const each of visits)
    expect({ each, html: previewed.get(each) }).toEqual({ each, html: served.get(each) });
  // The combinations must result in different documents.
  expect(new Set(served.values()).size).toBeGreaterThan(RUNS / 3);
  now = LATER + 2 * ONE_DAY;
  await flags.refresh();
});

it("shows a draft that nobody else gets, over the content published at that time, and earlier publications", async () => {
  const draft = await draftWith("Draft", { "copy:en:home": ["/hero/title", "Only here"] });
  expect((await preview({ draft }, "/")).body).toContain("Only here");
  expect((await app.inject("/")).body).not.toContain("Only here");
  expect((await preview({ revision: 0 }, "/")).body).not.toMatch(/Only here|>Soon</);
  expect((await preview({ draft: 999_999 }, "/")).statusCode).toBe(404);
});

it("shows the banner of a draft in the language of the page, and at the times of its schedule", async () => {
  const banner = { isShown: true, paths: ["*"], href: "/brain", from: new Date(now + ONE_DAY).toISOString() };
  const draft = await draftWith("Banner", { "copy:en:banner": ["/text", "Move a bar"] });
  for (const [name, value] of [...Object.entries(banner), ["text", "Balken bewegen"] as const]) {
    const item = name === "text" ? "copy:de:banner" : "banner";
    const field = { item, pointer: `/${name}`, value, revision: 0 };
    await saveField(stores.records.db, draft, field, publishing.published().items, author());
  }
  const shows = async (path: string, at?: number) =>
    /data-site-banner.*?(Move a bar|Balken bewegen)/s.exec(
      (await preview({ draft, ...(at !== undefined && { at }) }, path)).body,
    )?.[1];
  expect([await shows("/brain"), await shows("/de/pricing")]).toEqual([undefined, undefined]);
  const then = now + 2 * ONE_DAY;
  expect([await shows("/brain", then), await shows("/de/pricing", then)]).toEqual([
    "Move a bar",
    "Balken bewegen",
  ]);
  expect((await app.inject("/de/pricing")).body).not.toContain("Balken bewegen");
});

it("follows redirects of the previewed content, and never leads to another site", async () => {
  const follow = async (to: string, status: number) => {
    const redirect = {
      from: "/old",
      match: "exact",
      to,
      status,
      ...(to.startsWith("https") && { external: true }),
    };
    const draft = await draftWith("Moved", { redirects: ["/old", redirect] });
    return preview({ draft }, "/old?plan=free");
  };
  const inside = await follow("/pricing", 301);
  expect([inside.statusCode, inside.headers.location]).toEqual([
    302,
    expect.stringMatching(/^\/preview\/[^/]+\/pricing\?plan=free$/),
  ]);
  const outside = await follow("https://elsewhere.example/", 302);
  expect([outside.statusCode, outside.headers.location]).toEqual([404, undefined]);
  expect(outside.body).toContain("https://elsewhere.example/");
  expect((await follow("", 410)).statusCode).toBe(410);
});

it("shows an experiment that is not running as if it were", async () => {
  EXPERIMENTS.push(
    summary({
      definition: experimentDefinition({ key: "idea", flag: "contact-sales-landing-page" }),
      state: "draft",
      phase: 0,
    }),
  );
  await flags.refresh();
  const treatment = await preview({ isMeasured: true, variations: { idea: "shown" } }, "/contact-sales");
  const control = await preview({ isMeasured: true, variations: { idea: "control" } }, "/contact-sales");
  const nobody = await preview({ isMeasured: true }, "/contact-sales");
  expect(new Set([treatment.body, control.body, nobody.body]).size).toBe(3);
  EXPERIMENTS.pop();
  await flags.refresh();
});

it("marks the texts of one item for the editor, and changes nothing else", async () => {
  for (const [path, item] of [
    ["/", "copy:en:home"],
    ["/de/pricing", "copy:de:pricing"],
    ["/brain", "copy:en:brain"],
  ] as const) {
    const marked = readMarks((await preview({}, path, item)).body);
    expect(marked.text).toBe((await preview({}, path)).body);
    expect(new Set(marked.numbers).size).toBeGreaterThan(20);
  }
});

describe("a link", () => {
  const open = (change: (prefix: string) => string, expiresAt?: number) =>
    app.inject({ url: `${change(prefixOf({}, expiresAt))}/`, headers: FRAMED });

  const framed = (url: string) => app.inject({ url, headers: FRAMED });

  it("works until it expires, and then explains that", async () => {
    expect((await open((prefix) => prefix)).statusCode).toBe(200);
    const expired = await open((prefix) => prefix, now);
    expect([expired.statusCode, expired.headers["cache-control"]]).toEqual([404, "private, no-store"]);
    expect(expired.body).toContain("This preview has expired");
  });

  it.each<[string, (prefix: string) => string]>([
    [
      "a later expiry",
      (prefix) => prefix.replace(/\.[0-9a-z]+\./, `.${(now + ONE_DAY * 999).toString(36)}.`),
    ],
    ["other choices", (prefix) => prefix.replace(/\/preview\/[^.]+/, "/preview/q1YqSSwuUbKqrgUA")],
    ["half a signature", (prefix) => prefix.slice(0, -8)],
    ["another signature", (prefix) => `${prefix.slice(0, -22)}${"A".repeat(22)}`],
    ["no token", () => "/preview/x"],
    ["a very long token", () => `/preview/${"a".repeat(9000)}.zzzz.${"A".repeat(22)}`],
  ])("is rejected with %s", async (_what, change) => {
    const answer = await open(change);
    expect([answer.statusCode, answer.body.includes("This link does not work")]).toEqual([404, true]);
  });

  it("is rejected if it was signed with another key", async () => {
    const prefix = createPreviewPrefix(() => "another key", { choices: {}, for: { link } }, now + ONE_HOUR);
    expect((await app.inject(`${prefix}/`)).statusCode).toBe(404);
  });

  it("shows the 404 page for a path that can't be one", async () => {
    const prefix = prefixOf({});
    for (const path of ["/%00", "/pricing%00", "/%E6%9C%AC"]) {
      expect((await framed(prefix + path)).statusCode).toBe(404);
      const { statusCode, headers } = await framed(`${prefix}${path}/?a=%00`);
      expect([statusCode, headers.location]).toEqual([302, `${prefix}${path}?a=%00`]);
    }
    expect((await framed(`${prefix}/pricing?zzz=%00`)).statusCode).toBe(200);
  });

  it("runs nothing, sends nothing, and is neither framed by others nor cached", async () => {
    const { headers } = await preview({}, "/pricing");
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toEqual(
      expect.arrayContaining([
        "script-src 'none'",
        "connect-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-same-origin allow-scripts",
      ]),
    );
    expect(policy.filter((directive) => directive.startsWith("script-src"))).toHaveLength(1);
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex, nofollow",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "same-origin",
    });
  });

  it("links from page to page inside the preview", async () => {
    const prefix = prefixOf({});
    const follow = (referer: string, headers = {}) =>
      app.inject({
        url: "/pricing?plan=free",
        headers: { host: "trellis.example", referer, "sec-fetch-dest": "iframe", ...headers },
      });
    counted.length = 0;
    const followed = await follow(`${PUBLIC_URL}${prefix}/brain`);
    expect([followed.statusCode, followed.headers.location]).toEqual([302, `${prefix}/pricing?plan=free`]);
    expect(counted).toEqual([]);
    for (const [referer, headers] of [
      [`https://evil.example${prefix}/`, {}],
      [`${PUBLIC_URL}/blog`, {}],
      [`${PUBLIC_URL}${prefix}/`, { "sec-fetch-dest": "image" }],
    ] as const)
      expect((await follow(referer, headers)).statusCode).toBe(200);
  });

  it("opens a document with a strip that says what it shows, who created it and when it expires", async () => {
    const choices = { draft: 1, at: LATER, isMeasured: true, attributes: { country: "FR" } };
    const draft = await draftWith("A <b>bold</b> name", { "copy:en:home": ["/hero/title", "x"] });
    const prefix = prefixOf({ ...choices, draft });
    const { body, headers } = await app.inject(`${prefix}?page=${encodeURIComponent('/pricing"><script>')}`);
    expect(body).toContain("Preview of the draft <bdi>A &lt;b&gt;bold&lt;/b&gt; name</bdi>");
    expect(body).toContain("Not what visitors see.");
    expect(body).toContain(`Made by <bdi>${MAKER}</bdi>. The link works until `);
    expect(body).toMatch(/ 2026, \d+:\d\d\s[AP]M \(Europe\/Oslo\)/);
    expect(body).toContain("<dt><bdi>Country</bdi></dt><dd><bdi>France</bdi></dd>");
    expect(body).not.toContain("<script");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'self'");
    // A link to another site opens nothing in the frame.
    expect(headers["content-security-policy"]).toContain("frame-src 'self'");
  });

  it.each([
    "//evil.example",
    "/../../console",
    "/%2e%2e/%2e%2e/console",
    "/..//evil.example",
    "pricing",
    "/\\evil",
  ])("has no frame outside the preview: %s", async (page) => {
    const prefix = prefixOf({});
    const { body } = await app.inject(`${prefix}?page=${encodeURIComponent(page)}`);
    expect(body).toMatch(new RegExp(`src="${prefix}/(?:console)?"`));
  });

  it.each<[string, Record<string, string>]>([
    ["opened by a person", OPENED],
    ["opened by another site", { ...OPENED, "sec-fetch-site": "cross-site" }],
    ["in a frame of another site", { ...FRAMED, "sec-fetch-site": "cross-site" }],
    ["in a frame of another host of the domain", { ...FRAMED, "sec-fetch-site": "same-site" }],
    ["as an object", { ...FRAMED, "sec-fetch-dest": "object" }],
    ["read by a script", { ...FRAMED, "sec-fetch-dest": "empty" }],
    ["by a browser that does not say where", {}],
    ["by such a browser, from another page", { referer: `${PUBLIC_URL}/blog` }],
    ["by such a browser, from another host", { referer: "https://evil.example/preview/TOKEN" }],
  ])("never shows a page without the strip: %s", async (_how, headers) => {
    const text = "URGENT: verify your password now";
    const prefix = prefixOf({
      flags: {
        [SITE_BANNER_FLAG]: { ...banner(text), link: { href: "https://evil.example", children: "Verify" } },
      },
    });
    const sent: Record<string, string> = { host: "trellis.example", ...headers };
    if (sent.referer) sent.referer = sent.referer.replace("/preview/TOKEN", prefix);
    const url = `${prefix}/pricing?plan=free`;
    const { statusCode, headers: answered, body } = await app.inject({ url, headers: sent });
    const strip = `${prefix}?page=${encodeURIComponent("/pricing?plan=free")}`;
    expect([statusCode, answered.location, body]).toEqual([302, strip, ""]);
    const stripPage = await app.inject({ url: strip, headers: sent });
    expect(stripPage.body).toContain("Not what visitors see.");
    expect(stripPage.body).toContain(`src="${prefix}/pricing?plan=free"`);
    expect(stripPage.body).not.toContain('href="https://evil.example');
    expect(stripPage.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
    for (const site of ["same-origin", "none"])
      expect((await app.inject({ url, headers: { ...FRAMED, "sec-fetch-site": site } })).body).toContain(
        text,
      );
  });

  it("shows its page in the strip's frame to browsers that don't send where they show it", async () => {
    const prefix = prefixOf({});
    expect((await app.inject(prefix)).body).toMatch(/<iframe [^>]*referrerpolicy="same-origin"/);
    const from = (path: string) =>
      app.inject({
        url: `${prefix}/pricing`,
        headers: { host: "trellis.example", referer: `${PUBLIC_URL}${path}` },
      });
    expect((await from(`${prefix}?page=/pricing`)).statusCode).toBe(200);
    expect((await from(`${prefix}/brain`)).statusCode).toBe(302);
    expect((await from(`${prefixOf({ hasDismissedBanner: true })}?page=/`)).statusCode).toBe(302);
  });

  it("keeps the strip short, whatever the values", async () => {
    const flags = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, "x".repeat(500)]));
    const { body } = await app.inject(prefixOf({ flags }));
    expect(body).toContain("29 more choices".replace("29", String(40 + 3 - 12)));
    expect(body).not.toContain("x".repeat(100));
  });

  it("ends when it is revoked, with its account, and with the permission to show a draft", async () => {
    const { db } = stores.records;
    const draft = await draftWith("Secret", { "copy:en:home": ["/hero/title", "Only here"] });
    const published = { at: FIRST };
    const seenBy = async (choices: PreviewChoices) => {
      const answers = [await app.inject(prefixOf(choices)), await framed(`${prefixOf(choices)}/`)];
      const hasEnded = answers.map(({ body }) => body.includes("This link no longer works"));
      expect(new Set(answers.map(({ statusCode }) => statusCode)).size).toBe(1);
      expect(new Set(hasEnded).size).toBe(1);
      return hasEnded[0] ? "ended" : answers[0]?.statusCode;
    };
    const change = (values: Partial<typeof accounts.$inferInsert>) =>
      db.update(accounts).set(values).where(eq(accounts.id, maker));
    expect([await seenBy({ draft }), await seenBy(published)]).toEqual([200, 200]);
    await change({ role: "viewer" });
    expect([await seenBy({ draft }), await seenBy(published)]).toEqual(["ended", 200]);
    await change({ role: "contributor" });
    expect([await seenBy({ draft }), await seenBy(published)]).toEqual([200, 200]);
    await change({ areas: ["analytics"] });
    expect([await seenBy({ draft }), await seenBy(published)]).toEqual(["ended", "ended"]);
    await change({ role: "editor", areas: null });
    await db.update(previewLinks).set({ expiresAt: new Date(now) });
    expect(await seenBy(published)).toBe("ended");
    await db.delete(previewLinks);
    expect(await seenBy(published)).toBe("ended");
    link = await newLink();
    expect(await seenBy({ draft })).toBe(200);
    await db.delete(accounts);
    expect([await seenBy({ draft }), await seenBy(published)]).toEqual(["ended", "ended"]);
    await db.insert(accounts).values({ id: maker, email: MAKER, passwordHash: "", role: "editor" });
    link = await newLink();
  });

  it("does not show viewers future changes of flags and the banner", async () => {
    const { db } = stores.records;
    const change = (role: "viewer" | "editor") =>
      db.update(accounts).set({ role }).where(eq(accounts.id, maker));
    const opens = async (choices: PreviewChoices) =>
      !(await app.inject(prefixOf(choices))).body.includes("no longer works");
    const later = now + ONE_DAY;
    await change("viewer");
    expect([await opens({ at: later }), await opens({ at: now })]).toEqual([true, true]);

    const rule = flagRule({ id: "secret", from: now + ONE_HOUR, value: true });
    const definition = flagDefinition({ key: "secret", rules: [rule] });
    await db
      .insert(flagRows)
      .values({ key: "secret", definition, revision: 1, updatedAt: new Date(now), updatedBy: MAKER });
    await flags.refresh();
    expect([
      await opens({ at: later }),
      await opens({ at: now + ONE_HOUR - 1 }),
      await opens({ at: now }),
    ]).toEqual([false, true, true]);
    await change("editor");
    expect(await opens({ at: later })).toBe(true);
    await db.delete(flagRows).where(eq(flagRows.key, "secret"));
    await flags.refresh();
    await change("viewer");
    expect(await opens({ at: later })).toBe(true);

    const draft = await draftWith("Banner of tomorrow", { "copy:en:banner": ["/text", "Wait for it"] });
    const banner = { isShown: true, paths: ["*"], href: "/brain", from: new Date(later).toISOString() };
    for (const [name, value] of Object.entries(banner)) {
      const change = { item: "banner", pointer: `/${name}`, value, revision: 0 };
      await saveField(db, draft, change, publishing.published().items, author());
    }
    await publishDraft(db, publishing, { id: draft, note: "" }, author());
    expect([await opens({ at: later }), await opens({ at: later - 1 })]).toEqual([false, true]);
    // Also for an earlier revision.
    const before = publishing.head().number - 1;
    expect(await opens({ at: later, revision: before })).toBe(true);
    await change("editor");
    expect(await opens({ at: later })).toBe(true);
  });

  it("records when it was opened, to the hour", async () => {
    const opened = async () => {
      await app.inject(prefixOf({}));
      const [row] = await stores.records.db.select().from(previewLinks).where(eq(previewLinks.id, link));
      return row?.lastOpenedAt?.getTime();
    };
    const hour = Math.floor(now / ONE_HOUR) * ONE_HOUR;
    expect(await opened()).toBe(hour);
    now = hour + ONE_HOUR - 1;
    expect(await opened()).toBe(hour);
    now = hour + ONE_HOUR;
    expect(await opened()).toBe(hour + ONE_HOUR);
  });

  it("renders at most 300 pages a minute for one client", async () => {
    const ask = (remoteAddress: string) => app.inject({ url: "/preview/x/", remoteAddress });
    for (let count = 0; count < 300; count += 1) await ask("203.0.113.9");
    const refused = await ask("203.0.113.9");
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "60"]);
    expect((await ask("203.0.113.10")).statusCode).toBe(404);
    now += 60_000;
    expect((await ask("203.0.113.9")).statusCode).toBe(404);
  });
});

describe("a preview of the console", () => {
  const prefix = () => createPreviewPrefix(KEY, { choices: {}, for: { account: maker } }, now + ONE_HOUR);
  const open = (cookie: string, headers: Record<string, string> = FRAMED) =>
    app.inject({ url: `${prefix()}/pricing`, headers: { ...headers, ...(cookie && { cookie }) } });
  const signIn = async (accountId: string) => {
    const token = createToken();
    const at = new Date(now);
    await stores.records.db
      .insert(sessions)
      .values({ id: digestOf(token), accountId, createdAt: at, lastSeenAt: at });
    return `marquee_console=${token}`;
  };

  it("is shown only to the account that created it, while it is signed in", async () => {
    const { db } = stores.records;
    const [other] = await db
      .insert(accounts)
      .values({ email: "bob@trellis.example", passwordHash: "", role: "owner" })
      .returning();
    const [makerSession, othersSession] = [await signIn(maker), await signIn(other?.id ?? "")];
    expect((await open(makerSession)).statusCode).toBe(200);
    // Its creator sees it in browsers that don't send where they show it.
    expect((await open(makerSession, {})).statusCode).toBe(200);
    expect((await open(makerSession, OPENED)).headers.location).toBe(`${prefix()}?page=%2Fpricing`);
    for (const cookie of ["", "marquee_console=x", othersSession]) {
      const { statusCode, body } = await open(cookie);
      expect([statusCode, body.includes("This is not a preview link")]).toEqual([404, true]);
    }
    await db.delete(sessions);
    expect((await open(makerSession)).statusCode).toBe(404);
  });
});

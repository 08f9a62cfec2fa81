import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  formatConsentCookie,
  LOCALES,
  type Locale,
  localizePath,
  type MeetingRoutes,
  ONE_HOUR,
  ONE_MINUTE,
  type SiteContent,
  type SiteSettings,
  type SubmittedLead,
  visitorIdOf,
} from "@marquee/contract";
import { and, eq, like } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createLeadPages } from "../../pages/leadPages.ts";
import type { Records, RecordsDatabase } from "../../platform/storage/records/records.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { minimalFlags } from "../../testing/minimalFlags.ts";
import { minimalSite } from "../../testing/minimalSite.ts";
import { NO_TOOLS, toolsWith } from "../../testing/noTools.ts";
import { silent } from "../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";
import { createEmailHash } from "../people/identities/names.ts";
import { deletionRequests, identities } from "../people/tables.ts";
import { registerLeads } from "./registerLeads.ts";
import { startLeadStorage } from "./startLeadStorage.ts";
import { leadDeliveries, leads } from "./tables.ts";

const ORIGIN = "http://127.0.0.1:3000";
const CONSENT = `${CONSENT_COOKIE}=${formatConsentCookie({
  groups: Object.values(CONSENT_GROUPS),
  decidedAt: Date.parse("2026-06-01T12:00:00Z"),
  textVersion: CONSENT_TEXT_VERSION,
  receiptId: randomUUID(),
})}`;
const dataDir = createTemporaryDir();
let records: Records;
let app: FastifyInstance;
let now: number;
let address = 0;
/** The arguments of the last rendered document. */
let rendered: { path: string; returned: SubmittedLead | undefined } | undefined;

const settings = {
  publicUrl: ORIGIN,
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
const inLanguage = (locale: Locale) => ({
  failed: { title: `Not sent (${locale})`, tooMany: `Too many & wait (${locale})` },
  sent: { sales: { title: `Thanks (${locale})` } },
});
const COPY = Object.fromEntries(
  LOCALES.map((locale) => [locale, { "lead-form": inLanguage(locale) }]),
) as unknown as SiteContent["copy"];
const paths = LOCALES.flatMap((locale) =>
  ["/contact-sales", "/sign-up"].map((path) => localizePath(path, locale)),
);
const bundle = {
  open: minimalSite.bundle.open,
  entry: {
    listPages: () => paths.map((path) => ({ path, alternates: [] })),
    describePage: async () => null,
    listPageTexts: () => [],
    listImages: () => [],
    listPictures: () => [],
    listCardHosts: () => [],
    renderPage: async (
      target: { kind: string; path?: string },
      _assets: unknown,
      pageSettings: SiteSettings,
    ) => {
      rendered = { path: target.path ?? "", returned: pageSettings.returnedLead };
      return { status: 200 as const, sheet: "home", html: "<!doctype html>" };
    },
  },
  assets: minimalSite.bundle.assets,
  release: "test",
  isDevelopment: false,
};

const ROUTES: MeetingRoutes = {
  sales: {
    rules: [
      { name: "large", companySizes: ["1001+"], url: "https://cal.example/large", emailParameter: "email" },
    ],
    default: { url: "" },
  },
  demo: { rules: [], default: { url: "https://cal.example/demo" } },
};

beforeAll(async () => {
  records = await borrowRecords();
});
beforeEach(async () => {
  now = Date.parse("2026-06-01T12:00:00Z");
  address += 1;
  rendered = undefined;
  app = await startLeads();
  return () => app.close();
});
afterAll(async () => {
  await records.stop();
  removeDir(dataDir);
});

/** @param db by default, that of the records. */
async function startLeads(db = records.db): Promise<FastifyInstance> {
  const server = fastify();
  const hashEmail = createEmailHash(() => "key");
  const deliveries = { connected: () => ["webhook" as const], wake: () => undefined };
  const parts = { db, hashEmail, deliveries, now: () => now, log: silent };
  const countries = { codeOf: () => "" };
  const storage = startLeadStorage({ ...parts, ...COPIED, dataDir });
  server.addHook("onClose", storage.stop);
  await registerLeads(server, {
    ...parts,
    storage,
    content: { meetingRoutes: () => ROUTES },
    pages: createLeadPages({
      siteContent: { values: () => ({ ...minimalSite.siteContent.values(), copy: COPY }) },
      bundle,
      customers: COPIED.customers,
      countries,
      settings,
      tools: { of: ({ headers }) => (headers.cookie === STAFF ? NO_TOOLS.current() : WITH_TAG.current()) },
      readFlags: minimalFlags.readFlags,
      now: parts.now,
    }),
    publicUrl: settings.publicUrl,
    countries,
    connections: NOTHING_CONNECTED,
    keys: { of: () => () => "key" },
  });
  return server;
}

const STAFF = "marquee_staff=1";
const TAG = "https://tags.example";
const WITH_TAG = toolsWith({ sources: { script: [TAG] } });

it("shows no connected tools on the response page for people who are signed in to the console", async () => {
  const policyFor = async (cookie: string) => {
    const answer = await sendPlain({ email: "not an address" }, { cookie });
    expect(answer.headers["content-type"]).toContain("text/html");
    return String(answer.headers["content-security-policy"]);
  };
  expect(await policyFor("theme=dark")).toContain(TAG);
  expect(await policyFor(STAFF)).not.toContain(TAG);
});

const NOTHING_CONNECTED = { read: () => null, recordResult: async () => undefined };

/** Copies are tested separately. */
const COPIED = {
  customers: { groupIds: [], domains: [] },
  eventStore: { insert: async () => undefined, command: async () => undefined },
  site: {
    current: () => ({ id: "", hosts: [], timeZone: "UTC", weekStart: 1 as const, excludedAddresses: [] }),
  },
};

const FORM = {
  formId: 1006,
  locale: "en",
  path: "/contact-sales",
  location: "page",
  email: "ada@trellis.example",
  companySize: "51-200",
  message: "Forty teams.",
};

/** A form as our script sends it, five seconds after its ticket. */
async function fill(overrides: object = {}): Promise<Record<string, unknown>> {
  const submissionId = randomUUID();
  const { ticket } = (await app.inject(`/leads/ticket?submission=${submissionId}`)).json();
  now += 5000;
  return { ...FORM, submissionId, ticket, ...overrides };
}

function send(payload: object | string, headers: Record<string, string> = {}) {
  return app.inject({
    method: "POST",
    url: "/leads",
    remoteAddress: `203.0.113.${address}`,
    headers: { origin: ORIGIN, ...headers },
    payload,
  });
}

/** Sends a form once, like a browser without JavaScript. */
function sendOnce(overrides: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const fields = { ...FORM, formId: "1006", homepage: "", ...overrides };
  return send(new URLSearchParams(fields).toString(), {
    "content-type": "application/x-www-form-urlencoded",
    ...headers,
  });
}

/** Sends a form like {@link sendOnce}, and confirms it if requested. */
async function sendPlain(overrides: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const answer = await sendOnce(overrides, headers);
  if (answer.statusCode !== 200) return answer;
  const proof = proofShown();
  now += 1500;
  return sendOnce({ ...overrides, ...proof }, headers);
}

/** The hidden fields of the last rendered document. */
function proofShown(): Record<string, string> {
  const returned = rendered?.returned;
  if (returned?.outcome !== "confirm") throw new Error("The page does not ask for a second click.");
  return { ...returned.proof };
}

/** A database that is unavailable until restored. */
function goesAway(db: RecordsDatabase) {
  let isAway = true;
  const fail = () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  };
  const away = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      return isAway && typeof value === "function" ? fail : value;
    },
  });
  return {
    db: away,
    back() {
      isAway = false;
    },
  };
}

const stored = (submissionId: unknown) =>
  records.db
    .select()
    .from(leads)
    .where(eq(leads.submissionId, String(submissionId)));
const deliveriesOf = (id = "") =>
  records.db.select().from(leadDeliveries).where(eq(leadDeliveries.leadId, id));
const toStoredExperiment = (email: string) => records.db.select().from(leads).where(eq(leads.email, email));

describe("POST /leads as JSON", () => {
  it("removes unstorable characters from all fields, and delivers the lead", async () => {
    const form = await fill({
      name: "A\0da",
      message: "half \ud83d",
      location: "page\0",
      search: "?utm_source=a%00b",
    });
    const answer = await send(form, { cookie: `${CONSENT}; utm_campaign=%00spring` });
    expect(answer.statusCode).toBe(200);
    const [lead] = await stored(form.submissionId);
    expect(lead).toMatchObject({
      name: "Ada",
      message: "half \ufffd",
      location: "page",
      attribution: { utm_source: "ab", utm_campaign: "spring" },
    });
    expect(await deliveriesOf(lead?.id)).toMatchObject([{ destination: "webhook", state: "pending" }]);
  });

  it("stores a lead with all its fields", async () => {
    const form = await fill({ name: " Ada ", locale: "de", path: "/de/contact-sales" });
    const answer = await send(form);
    expect([answer.statusCode, answer.json()]).toEqual([200, { meetingUrl: null, meetingFrameUrl: null }]);
    // Copying starts immediately.
    const [{ id, copiedVersion: _copied, copyClaimedUntil: _claimed, ...lead } = { id: "" }] = await stored(
      form.submissionId,
    );
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(lead).toEqual({
      submissionId: form.submissionId,
      formId: 1006,
      kind: "sales",
      email: "ada@trellis.example",
      company: "trellis.example",
      status: "new",
      statusAt: null,
      value: null,
      ownerId: null,
      readAt: null,
      meetingAt: null,
      companySize: "51-200",
      message: "Forty teams.",
      name: "Ada",
      locale: "de",
      pagePath: "/de/contact-sales",
      location: "page",
      attribution: {},
      route: "sales/default",
      meetingUrl: null,
      isSpam: false,
      createdAt: new Date(now),
      visit: null,
      version: 1,
    });
    expect(await deliveriesOf(id)).toMatchObject([
      { destination: "webhook", state: "pending", attempts: 0, nextAt: new Date(now) },
    ]);
  });

  it("returns the meeting URL from the rules of the form's router", async () => {
    const large = await send(await fill({ companySize: "1001+" }));
    expect(large.json()).toEqual({
      meetingUrl: "https://cal.example/large?email=ada%40trellis.example",
      meetingFrameUrl: null,
    });
    const demo = await fill({ formId: 1763, companySize: "1001+", message: "" });
    expect((await send(demo)).json()).toMatchObject({ meetingUrl: "https://cal.example/demo" });
    expect((await stored(demo.submissionId))[0]).toMatchObject({ kind: "demo", route: "demo/default" });
  });

  it("accepts any email for a sign-up and returns no meeting URL", async () => {
    const form = await fill({ formId: "sign-up", email: "ada@gmail.com", companySize: "", message: "" });
    expect((await send(form)).json()).toMatchObject({ meetingUrl: null });
    expect((await stored(form.submissionId))[0]).toMatchObject({
      kind: "sign-up",
      formId: null,
      companySize: null,
      route: null,
    });
  });

  it("reports each invalid field and stores nothing", async () => {
    const form = await fill({ email: "ada@gmail.com", companySize: "12", message: " " });
    const answer = await send(form);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().problems).toEqual({
      email: "freeMail",
      companySize: "invalid",
      message: "required",
    });
    expect(await stored(form.submissionId)).toEqual([]);
  });

  it.each(["ada@web.de", "ada@OUTLOOK.com", "ada@uol.com.br", "ada@mailinator.com"])(
    "rejects the free email provider of %s",
    async (email) => {
      expect((await send(await fill({ email }))).json().problems).toEqual({ email: "freeMail" });
    },
  );

  it.each([
    ["an unknown form", { formId: 7 }],
    ["an unknown language", { locale: "xx" }],
    ["a foreign path", { path: "https://evil.example" }],
    ["a number as a message", { message: 5 }],
    ["an id that is none", { submissionId: "x" }],
  ])("rejects %s", async (_what, wrong) => {
    expect((await send(await fill(wrong))).statusCode).toBe(400);
  });

  it("stores a repeated form once and returns the same response", async () => {
    const form = await fill({ companySize: "1001+" });
    const answers = await Promise.all([send(form), send(form)]);
    now += ONE_HOUR;
    answers.push(await send({ ...form, message: "changed since" }));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    const rows = await stored(form.submissionId);
    expect(rows.map(({ message }) => message)).toEqual(["Forty teams."]);
  });

  it.each([
    ["a filled field that nobody sees", { homepage: "https://spam.example" }],
    ["no ticket", { ticket: "" }],
    ["a ticket made up", { ticket: "abc.def" }],
    ["another form's ticket", { submissionId: randomUUID() }],
  ])("accepts a form with %s and marks it as spam", async (_what, odd) => {
    const form = await fill({ companySize: "1001+", ...odd });
    const answer = await send(form);
    expect([answer.statusCode, answer.json().meetingUrl]).toEqual([
      200,
      expect.stringContaining("cal.example"),
    ]);
    const [lead] = await stored(form.submissionId);
    expect(lead).toMatchObject({ isSpam: true });
    expect(await deliveriesOf(lead?.id)).toEqual([]);
  });

  it.each([
    ["sales", { formId: 1006 }, 3000],
    ["demo", { formId: 1763 }, 2000],
    ["sign-up", { formId: "sign-up", companySize: "", message: "" }, 1000],
  ])(
    "accepts a %s form immediately, but marks it as spam if it came faster than a person can type",
    async (_kind, overrides, age) => {
      const hasty = await fill(overrides);
      now += age - 5001;
      expect((await send(hasty)).statusCode).toBe(200);
      expect((await stored(hasty.submissionId))[0]?.isSpam).toBe(true);
      const quick = await fill(overrides);
      now += age - 5000;
      await send(quick);
      expect((await stored(quick.submissionId))[0]?.isSpam).toBe(false);
    },
  );

  describe("links the lead with its email address", () => {
    const secret = randomUUID();
    const visitor = visitorIdOf(secret);
    const cookiesOf = (...cookies: string[]) => ({ cookie: cookies.join("; ") });
    const ID = `ajs_anonymous_id=${visitor}`;
    const linkedNames = async (submissionId: unknown) => {
      const [lead] = await stored(submissionId);
      const of = alias(identities, "of_lead");
      const rows = await records.db
        .select({ kind: identities.kind, value: identities.value, source: identities.source })
        .from(identities)
        .innerJoin(of, eq(of.person, identities.person))
        .where(and(eq(of.kind, "lead"), eq(of.value, lead?.id ?? "")));
      return rows.filter(({ kind }) => kind !== "lead");
    };

    it("links it with the browser of a sender who consented and proves the browser's ID", async () => {
      const form = await fill({ email: "consented@trellis.example" });
      await send(form, cookiesOf(CONSENT, ID, `marquee_visitor=${secret}`));
      expect(await linkedNames(form.submissionId)).toEqual([
        { kind: "email", value: createEmailHash(() => "key")("Consented@trellis.example"), source: "lead" },
        { kind: "anonymous", value: visitor, source: "lead" },
      ]);
    });

    it.each([
      ["does not consent", cookiesOf(ID, `marquee_visitor=${secret}`)],
      ["knows somebody's ID, but not its secret", cookiesOf(CONSENT, ID)],
      ["makes up a secret", cookiesOf(CONSENT, ID, `marquee_visitor=${randomUUID()}`)],
    ])("links it with no browser if the sender %s", async (_, headers) => {
      const form = await fill({ email: "unlinked@trellis.example" });
      await send(form, headers);
      expect((await linkedNames(form.submissionId)).map(({ kind }) => kind)).toEqual(["email"]);
    });
  });

  it("accepts its tickets after a restart", async () => {
    const form = await fill();
    const restarted = await startLeads();
    await restarted.inject({ method: "POST", url: "/leads", headers: { origin: ORIGIN }, payload: form });
    await restarted.close();
    expect((await stored(form.submissionId))[0]?.isSpam).toBe(false);
  });

  it("accepts ten forms per address in ten minutes, and always a form that is already stored", async () => {
    const first = await fill();
    await send(first);
    for (let count = 1; count < 10; count += 1) expect((await send(await fill())).statusCode).toBe(200);
    const refused = await send(await fill());
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, "too_many_requests"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(500);
    expect((await send(first)).statusCode).toBe(200);
    now += 10 * ONE_MINUTE;
    expect((await send(await fill())).statusCode).toBe(200);
  });

  it("rejects forms from another site's page", async () => {
    const form = await fill();
    expect((await send(form, { origin: "https://evil.example" })).statusCode).toBe(403);
    const fromSister = { origin: "https://sister.example", "sec-fetch-site": "same-site" };
    expect((await send(form, fromSister)).statusCode).toBe(403);
    expect(await stored(form.submissionId)).toEqual([]);
  });

  it("stores attribution only with consent to analytics", async () => {
    const arrival = { search: "?utm_source=news&email=x", referrer: "https://search.example/?q=ada" };
    const without = await fill(arrival);
    await send(without, { cookie: "utm_campaign=spring" });
    expect((await stored(without.submissionId))[0]?.attribution).toEqual({});
    const agreed = await fill(arrival);
    await send(agreed, { cookie: `${CONSENT}; utm_campaign=spring` });
    expect((await stored(agreed.submissionId))[0]?.attribution).toEqual({
      utm_source: "news",
      utm_campaign: "spring",
      referrer: "https://search.example/",
    });
  });

  it("keeps forms while the store is unavailable, and stores each once when it is back, even after a restart", async () => {
    await app.close();
    const { db, back } = goesAway(records.db);
    app = await startLeads(db);
    const form = await fill();
    const sentAt = new Date(now);
    expect((await send(form)).statusCode).toBe(200);
    expect((await send(form)).json(), "The same form again has the same answer.").toEqual({
      meetingUrl: null,
      meetingFrameUrl: null,
    });
    const plain = await sendPlain({ email: "plain@acme.example" });
    expect(plain.statusCode).toBe(303);
    const confirmation = await app.inject(String(plain.headers.location));
    expect([confirmation.statusCode, rendered?.returned?.email]).toEqual([200, "plain@acme.example"]);
    expect(await stored(form.submissionId)).toEqual([]);
    await app.close();
    back();
    app = await startLeads(db);
    await vi.waitUntil(async () => (await stored(form.submissionId)).length === 1);
    expect(await stored(form.submissionId)).toMatchObject([
      { email: form.email, isSpam: false, createdAt: sentAt },
    ]);
    await vi.waitUntil(() => readdirSync(join(dataDir, "spool-leads")).length === 0);
    expect((await send(form)).statusCode).toBe(200);
    expect(await stored(form.submissionId)).toHaveLength(1);
  });

  it("discards a waiting form if its sender's leads are deleted meanwhile, by email or browser", async () => {
    await app.close();
    const { db, back } = goesAway(records.db);
    app = await startLeads(db);
    const proof = randomUUID();
    const phone = randomUUID();
    const cookies = new Map(
      Object.entries({ browser: proof, phone }).map(([sender, id]) => [
        `${sender}@gone.example`,
        `${CONSENT}; ajs_anonymous_id=${visitorIdOf(id)}; marquee_visitor=${id}`,
      ]),
    );
    const waiting = ["Pending@gone.example", "done@gone.example", ...cookies.keys(), "left@gone.example"];
    const early = now - 1;
    for (const email of [...waiting, "early@gone.example", "events@gone.example"]) {
      const cookie = cookies.get(email);
      expect((await send(await fill({ email }), cookie ? { cookie } : {})).statusCode).toBe(200);
    }
    await app.close();
    const hash = createEmailHash(() => "key");
    const nobody = { ids: [], anonymousIds: [], browsers: [], emails: [], leads: [] };
    const request = {
      visitorId: "",
      requestedBy: "owner@trellis.example",
      requestedAt: new Date(now),
      withLeads: true,
    };
    await records.db.insert(deletionRequests).values([
      { ...request, identities: { ...nobody, emails: ["pending@gone.example"] } },
      { ...request, completedAt: new Date(now), names: { ...nobody, emails: [hash("done@gone.example")] } },
      { ...request, completedAt: new Date(now), names: { ...nobody, ids: [hash.ofId(visitorIdOf(proof))] } },
      { ...request, identities: { ...nobody, browsers: [visitorIdOf(phone)] } },
      { ...request, requestedAt: new Date(early), identities: { ...nobody, emails: ["early@gone.example"] } },
      { ...request, withLeads: false, identities: { ...nobody, emails: ["events@gone.example"] } },
    ]);
    back();
    app = await startLeads(db);
    await vi.waitUntil(() => readdirSync(join(dataDir, "spool-leads")).length === 0);
    const storedLeads = await records.db
      .select({ email: leads.email })
      .from(leads)
      .where(like(leads.email, "%@gone.example"));
    expect(storedLeads.map(({ email }) => email).sort()).toEqual([
      "early@gone.example",
      "events@gone.example",
      "left@gone.example",
    ]);
    await records.db.delete(deletionRequests);
  });

  it("returns 503 while neither the store nor the disk accepts a form", async () => {
    await app.close();
    app = await startLeads(goesAway(records.db).db);
    const folder = join(dataDir, "spool-leads");
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file where the folder should be");
    onTestFinished(() => rmSync(folder));
    const answer = await send(await fill());
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, "unavailable"]);
  });
});

describe("POST /leads without JavaScript", () => {
  it("redirects to a confirmation that can be reloaded", async () => {
    const answer = await sendPlain({ email: "plain@trellis.example", companySize: "1001+", locale: "de" });
    expect(answer.statusCode).toBe(303);
    const page = await app.inject(String(answer.headers.location));
    expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(page.headers["content-security-policy"]).toContain("script-src 'self'");
    expect(rendered).toEqual({
      path: "/de/contact-sales",
      returned: {
        outcome: "sent",
        formId: 1006,
        email: "plain@trellis.example",
        meetingUrl: "https://cal.example/large?email=plain%40trellis.example",
      },
    });
    expect((await toStoredExperiment("plain@trellis.example"))[0]).toMatchObject({
      isSpam: false,
      formId: 1006,
    });
  });

  it("returns the form with the typed values and problems", async () => {
    const answer = await sendPlain({ email: "ada@gmail.com", message: "  <b>Forty</b> teams.\n" });
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([422, "no-store"]);
    expect(rendered?.returned).toEqual({
      outcome: "invalid",
      formId: 1006,
      email: "ada@gmail.com",
      values: { email: "ada@gmail.com", name: "", companySize: "51-200", message: "<b>Forty</b> teams." },
      problems: { email: "freeMail" },
    });
  });

  it("asks for a second click, and stores and delivers nothing before that", async () => {
    const email = "once@trellis.example";
    const answer = await sendOnce({ email, message: "Hi" });
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(rendered?.returned).toMatchObject({ outcome: "confirm", values: { email, message: "Hi" } });
    const proof = proofShown();
    // Too fast, with another form's ticket, and with a forged one.
    const tries = [proof, { ...proof, submissionId: randomUUID() }, { ...proof, ticket: `x${proof.ticket}` }];
    for (const [index, each] of tries.entries()) {
      if (index === 1) now += 60_000;
      expect((await sendOnce({ email, ...each })).statusCode).toBe(200);
      expect(rendered?.returned).toMatchObject({ outcome: "confirm" });
    }
    expect(await toStoredExperiment(email)).toEqual([]);
    expect((await sendOnce({ email, ...proof })).statusCode).toBe(303);
    expect(await toStoredExperiment(email)).toMatchObject([{ isSpam: false }]);
  });

  it("stores one lead for a double click", async () => {
    const email = "double@trellis.example";
    await sendOnce({ email });
    const proof = proofShown();
    now += 1500;
    const answers = await Promise.all([sendOnce({ email, ...proof }), sendOnce({ email, ...proof })]);
    expect(answers[0]?.headers.location).toBe(answers[1]?.headers.location);
    expect(await toStoredExperiment(email)).toHaveLength(1);
    await sendPlain({ email, message: "One more thing." });
    expect(await toStoredExperiment(email)).toHaveLength(2);
  });

  it("marks a form with a filled honeypot field as spam", async () => {
    await sendPlain({ email: "bot@trellis.example", homepage: "x" });
    expect((await toStoredExperiment("bot@trellis.example"))[0]?.isSpam).toBe(true);
  });

  it("returns the form when one address exceeds the rate limit", async () => {
    for (let count = 0; count < 10; count += 1) await sendPlain({ message: `Number ${count}` });
    expect((await sendPlain({ message: "Number eleven" })).statusCode).toBe(429);
    expect(rendered?.returned).toMatchObject({
      outcome: "too_many_requests",
      values: { message: "Number eleven" },
    });
  });

  it("renders at most 60 pages in ten minutes for one network, then answers with a small one in its language", async () => {
    const [id = ""] = String((await sendPlain({ email: "first@trellis.example" })).headers.location)
      .split("/")
      .slice(-1);
    const see = () => app.inject({ url: `/leads/sent/${id}`, remoteAddress: `203.0.113.${address}` });
    expect((await see()).statusCode).toBe(200);
    const answers = [];
    for (let count = 0; count < 58; count += 1) answers.push(await sendOnce({ email: "no address" }));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([422]));
    rendered = undefined;
    for (const fields of [{ email: "no address" }, { message: "Asks for a second click." }]) {
      const answer = await sendOnce({ ...fields, locale: "de", path: "/de/contact-sales" });
      expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([429, "599"]);
      expect(answer.headers["content-type"]).toContain("text/html");
      expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
      expect(answer.body).toMatch(
        /<html lang="de">.*<h1>Not sent \(de\)<\/h1><p>Too many &amp; wait \(de\)<\/p>/,
      );
    }
    const sent = await see();
    expect([sent.statusCode, sent.body]).toEqual([
      429,
      expect.stringContaining("<h1>Thanks (en)</h1></body>"),
    ]);
    expect(rendered).toBeUndefined();
    address += 1;
    expect((await sendOnce({ email: "no address" })).statusCode).toBe(422);
    now += 10 * ONE_MINUTE;
    address -= 1;
    expect((await sendOnce({ email: "no address" })).statusCode).toBe(422);
  });

  it("returns an invalid sign-up to its own page", async () => {
    const answer = await sendPlain({ formId: "sign-up", email: "no address" });
    expect([answer.statusCode, rendered?.path]).toEqual([422, "/sign-up"]);
  });

  it.each(["nonsense", randomUUID()])("returns 404 for /leads/sent/%s", async (id) => {
    expect((await app.inject(`/leads/sent/${id}`)).statusCode).toBe(404);
  });
});

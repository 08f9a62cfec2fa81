import { randomBytes } from "node:crypto";
import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import type {
  ChangesResponse,
  NewPreviewLinkResponse,
  PreviewChoices,
  PreviewLinksResponse,
  PreviewResponse,
  Role,
} from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { experimentDefinition } from "../../../testing/experimentDefinition.ts";
import { OWNER, startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts, sessions } from "../../accounts/tables.ts";
import { experiments } from "../../experiments/tables.ts";
import { createDraft } from "../draftStore.ts";
import { contentDrafts, contentRevisions, previewLinks } from "../tables.ts";

let stores: TestStores;
let api: TestConsole;
let now = Date.UTC(2026, 5, 1, 12);
let other: string;

beforeAll(async () => {
  stores = await borrowTestStores();
  api = await startConsole(stores, { now: () => now });
  const [row] = await stores.records.db
    .insert(accounts)
    .values({ email: "ann@trellis.example", passwordHash: "", role: "contributor" })
    .returning();
  other = row?.id ?? "";
});
afterEach(async () => {
  const { db } = stores.records;
  for (const table of [previewLinks, contentDrafts, contentRevisions, experiments]) await db.delete(table);
  await become("owner");
});
afterAll(async () => {
  await api.app.close();
  await stores.stop();
});

const become = (role: Role) =>
  stores.records.db.update(accounts).set({ role }).where(eq(accounts.email, OWNER.email));
/** Creates a link, with a recent proof of identity. */
const send = async (body: object) => {
  await stores.records.db.update(sessions).set({ provenAt: new Date(now) });
  return api.post("/content/preview/links", body);
};
const create = (choices: PreviewChoices, lifetime = "day", page = "/pricing?plan=free") =>
  send({ choices, lifetime, page });
const created = async (choices: PreviewChoices) => (await create(choices)).json() as NewPreviewLinkResponse;
const listed = async () =>
  ((await api.get("/content/preview/links")).json() as PreviewLinksResponse).links.map(({ id }) => id);
const revoke = async (id: string) => (await api.post(`/content/preview/links/${id}/revoke`, {})).statusCode;
const experimentRow = (key: string, state: "draft" | "running") => ({
  key,
  state,
  definition: experimentDefinition({ key }),
  revision: 1,
  phase: 1,
  updatedAt: new Date(now),
  updatedBy: OWNER.email,
});
const newDraft = () => createDraft(stores.records.db, "Launch", { actor: OWNER.email, now });

/** A link created by someone else. */
async function linkOfAnn(): Promise<string> {
  const [row] = await stores.records.db
    .insert(previewLinks)
    .values({
      accountId: other,
      shows: "Content: Hers",
      page: "/",
      createdAt: new Date(now - ONE_HOUR),
      expiresAt: new Date(now + ONE_DAY),
    })
    .returning();
  return row?.id ?? "";
}

it("creates a link with a description of what it shows, lists it and revokes it, and records both changes", async () => {
  const draft = await newDraft();
  const { link, path } = await created({ draft, attributes: { country: "FR" } });
  expect(link).toMatchObject({
    shows: "Content: Launch, Date: Now, Visitor: New, not measured, Country: France",
    page: "/pricing?plan=free",
    createdBy: OWNER.email,
    createdAt: now,
    expiresAt: now + ONE_DAY,
    lastOpenedAt: null,
  });
  expect(path).toMatch(/^\/preview\/[\w.-]+\?page=%2Fpricing%3Fplan%3Dfree$/);
  expect(((await api.get("/content/preview/links")).json() as PreviewLinksResponse).links).toEqual([link]);
  expect([await revoke(link.id), await revoke(link.id), await listed()]).toEqual([200, 404, []]);
  const { changes } = (
    await api.get(`/changes?entity=preview-link&key=${link.id}`)
  ).json() as ChangesResponse;
  expect(changes).toMatchObject([
    { action: "revoked", actor: OWNER.email, before: { name: "/pricing?plan=free" }, after: null },
    { action: "created", actor: OWNER.email, after: { shows: link.shows, until: link.expiresAt } },
  ]);
});

it("lists no expired links, and deletes them", async () => {
  await create({}, "hour");
  now += ONE_HOUR;
  expect(await listed()).toEqual([]);
  const { link } = await created({});
  const rows = await stores.records.db.select().from(previewLinks);
  expect(rows.map(({ id }) => id)).toEqual([link.id]);
});

it.each<[Role, boolean]>([
  ["owner", true],
  ["editor", true],
  ["contributor", false],
  ["viewer", false],
])("an account with the role %s sees and revokes its own links, and everyone's: %s", async (role, isAll) => {
  await become(role);
  const [mine, hers] = [(await created({})).link.id, await linkOfAnn()];
  expect(await listed()).toEqual(isAll ? [mine, hers] : [mine]);
  expect([await revoke(hers), await revoke(mine)]).toEqual([isAll ? 200 : 404, 200]);
});

describe.each([
  ["a preview", (choices: PreviewChoices) => api.post("/content/preview", { choices })],
  ["a link", (choices: PreviewChoices) => create(choices)],
] as const)("%s", (_what, make) => {
  it.each<[Role, number]>([
    ["owner", 200],
    ["editor", 200],
    ["contributor", 200],
    ["viewer", 403],
  ])("of unpublished content returns for the role %s: %s", async (role, status) => {
    const draft = await newDraft();
    const scheduled = await newDraft();
    await stores.records.db
      .update(contentDrafts)
      .set({ scheduledFor: new Date(now + ONE_HOUR), scheduledBy: OWNER.email, scheduledAt: new Date(now) })
      .where(eq(contentDrafts.id, scheduled));
    await stores.records.db
      .insert(experiments)
      .values([experimentRow("idea", "draft"), experimentRow("quiz", "running")]);
    await become(role);
    for (const choices of [
      { isMeasured: true, variations: { quiz: "shown", idea: "shown" } },
      { draft },
      { draft, revision: 0 },
      { flags: { "global-site-banner": { text: "Verify your password" } } },
      { flags: { a: false } },
      { at: now + ONE_HOUR },
    ])
      expect([choices, (await make(choices)).statusCode]).toEqual([choices, status]);
    for (const choices of [
      {},
      { at: now - ONE_DAY },
      { at: now + ONE_HOUR - 1 },
      { revision: 0 },
      { flags: {} },
      { isMeasured: true, attributes: { country: "DE" }, hasDismissedBanner: true },
      { isMeasured: true, variations: { quiz: "shown" } },
    ])
      expect([choices, (await make(choices)).statusCode]).toEqual([choices, 200]);
  });

  it.each<[string, object, number]>([
    ["of a draft that does not exist", { draft: 999_999 }, 404],
    ["of a revision that does not exist", { revision: 999 }, 404],
    ["with an attribute of the page", { attributes: { pathName: "/x" } }, 400],
    ["with an attribute of the wrong type", { attributes: { isPhoneSize: "yes" } }, 400],
    ["with another field", { admin: true }, 400],
    ["with too much", { flags: { a: randomBytes(5000).toString("hex") } }, 400],
  ])("%s is rejected", async (_how, choices, status) => {
    expect((await make(choices as PreviewChoices)).statusCode).toBe(status);
    expect(await listed()).toEqual([]);
  });
});

it.each<[string, object]>([
  ["for a year", { choices: {}, lifetime: "year", page: "/" }],
  ["to another site", { choices: {}, lifetime: "day", page: "https://evil.example/" }],
  ["to a very long path", { choices: {}, lifetime: "day", page: `/${"a".repeat(2000)}` }],
  ["with marks", { choices: {}, lifetime: "day", page: "/", marked: "copy:en:home" }],
])("rejects a link %s", async (_how, body) => {
  expect((await send(body)).statusCode).toBe(400);
});

it("rejects more than a hundred links per account", async () => {
  const [owner] = await stores.records.db.select().from(accounts).where(eq(accounts.email, OWNER.email));
  const row = { accountId: owner?.id ?? "", shows: "", page: "/", createdAt: new Date(now) };
  await stores.records.db
    .insert(previewLinks)
    .values(Array.from({ length: 100 }, () => ({ ...row, expiresAt: new Date(now + ONE_HOUR) })));
  expect((await create({})).statusCode).toBe(409);
  now += ONE_HOUR;
  expect((await create({})).statusCode).toBe(200);
});

it("previews in the console without a link, for eight hours", async () => {
  const { prefix, expiresAt } = (
    await api.post("/content/preview", { choices: {}, marked: "copy:en:home" })
  ).json() as PreviewResponse;
  expect([prefix.startsWith("/preview/"), expiresAt]).toEqual([true, now + 8 * ONE_HOUR]);
  expect(await listed()).toEqual([]);
});

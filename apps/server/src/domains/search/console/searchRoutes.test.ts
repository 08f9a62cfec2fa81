import type { SearchKind, SearchResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { newLead } from "../../../testing/newLead.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";
import { experiments } from "../../experiments/tables.ts";
import { leads } from "../../leads/tables.ts";

const PAGES = [
  { path: "/", title: "Work that grows" },
  { path: "/pricing", title: "Plans and prices" },
  { path: "/de/pricing", title: "Tarife" },
];
let stores: TestStores;
let editor: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  editor = await startConsole(stores, { role: "editor", listSitePages: async () => PAGES });
  await addLead("ada@acme.example", { name: "Ada Lovelace" });
}, 120_000);
afterAll(async () => {
  await editor.app.close();
  await stores.stop();
});

async function addLead(email: string, overrides: Partial<typeof leads.$inferInsert> = {}): Promise<void> {
  await stores.records.db.insert(leads).values({ ...newLead(email), ...overrides });
}
const search = async (q: string, from = editor) => {
  const answer = await from.get(`/search?${new URLSearchParams({ q })}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return (answer.json() as SearchResponse).results;
};
const titles = async (q: string, kind: SearchKind) =>
  (await search(q)).filter((result) => result.kind === kind).map(({ title }) => title);

it("finds pages by path and title, with a link to the Overview of the page", async () => {
  const results = await search("PRICING");
  expect(results.filter(({ kind }) => kind === "page")).toEqual([
    { kind: "page", title: "Plans and prices", detail: "/pricing", href: "/?f=is%2Cpage%2C%2Fpricing" },
    { kind: "page", title: "Tarife", detail: "/de/pricing", href: "/?f=is%2Cpage%2C%2Fde%2Fpricing" },
  ]);
  expect(await titles("/pri", "page")).toEqual(["Plans and prices", "Tarife"]);
  expect(await titles("grows", "page")).toEqual(["Work that grows"]);
});

it("finds leads by name, email and company, at most five: starts first, spam last", async () => {
  const at = (minute: number) => ({ createdAt: new Date(Date.UTC(2026, 5, 2, 12, minute)) });
  for (let minute = 0; minute < 5; minute += 1) await addLead(`${minute}@globex.example`, at(minute));
  await addLead("globe@x.example", { isSpam: true, ...at(9) });
  await addLead("globex@x.example", { name: "Olga" });
  expect(await titles("globe", "lead")).toEqual([
    "Olga",
    "4@globex.example",
    "3@globex.example",
    "2@globex.example",
    "1@globex.example",
  ]);
  const [olga] = (await search("olga")).filter(({ kind }) => kind === "lead");
  expect(olga).toMatchObject({ title: "Olga", detail: "globex@x.example" });
  expect(olga?.href).toMatch(/^\/leads\/[0-9a-f-]{36}$/);
  expect((await search("globe@x"))[0]).toMatchObject({ title: "globe@x.example", detail: "Spam" });
});

it("finds experiments by name, flags by key and description, and people by email address", async () => {
  const definition = {
    key: "hero",
    name: "Warmer headline",
    hypothesis: "",
    kind: "flag",
    flag: "hero-warm",
    page: "",
    variations: [],
    targeting: [],
    coverage: 1,
    metrics: [],
    minimumEffect: 0.05,
  } as const;
  const row = { key: "hero", definition: definition as never, state: "running", phase: 1 } as const;
  await stores.records.db
    .insert(experiments)
    .values({ ...row, revision: 1, updatedAt: new Date(), updatedBy: "owner@trellis.example" });
  expect(await search("headline")).toContainEqual({
    kind: "experiment",
    title: "Warmer headline",
    detail: "Running · hero",
    href: "/experiments/hero",
  });
  expect(await titles("site-banner", "flag")).toEqual(["global-site-banner"]);
  const [{ email } = { email: "" }] = await stores.records.db.select().from(accounts);
  expect(await search(email.slice(0, 7))).toContainEqual({
    kind: "account",
    title: email,
    detail: "Editor",
    href: "/team",
  });
});

it("treats no character as a pattern, and rejects empty, long and unstorable texts", async () => {
  for (const hostile of ["%", "_", "a%b", "\\", "'; DROP TABLE leads; --", "$1", ".*", "\u{1f33f}"])
    expect(await search(hostile), hostile).toEqual([]);
  expect(await search("   ")).toEqual([]);
  for (const wrong of ["", `q=`, `q=${"a".repeat(101)}`, "q=a%00b", "q=a&q=b"])
    expect((await editor.get(`/search?${wrong}`)).statusCode, wrong).toBe(400);
});

it("is closed without a session, and shows viewers no leads", async () => {
  expect(await titles("lovelace", "lead")).toEqual(["Ada Lovelace"]);
  const viewer = await startConsole(stores, { role: "viewer", listSitePages: async () => PAGES });
  expect(await search("lovelace", viewer)).toEqual([]);
  expect(await search("acme", viewer)).toEqual([]);
  expect((await search("pric", viewer)).map(({ kind }) => kind)).toEqual(["page", "page", "flag", "flag"]);
  const answer = await viewer.app.inject({ url: "/console/api/search?q=pric" });
  expect(answer.statusCode).toBe(401);
  await viewer.app.close();
});

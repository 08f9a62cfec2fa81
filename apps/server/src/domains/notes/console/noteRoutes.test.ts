import type { Note, NotesResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const DAY = Date.UTC(2026, 4, 30);
let stores: TestStores;
let console_: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  console_ = await startConsole(stores, { now: () => NOW });
});
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
});

const create = (note: object) => console_.post("/notes", { definition: { isDeleted: false, ...note } });
const texts = async () =>
  ((await console_.get("/notes")).json() as NotesResponse).notes.map(({ definition }) => definition.text);
const latestChange = async () => (await console_.get("/changes?entity=note")).json().changes[0];

it("creates, changes, deletes and restores a note, and reverts each change", async () => {
  const created = (await create({ at: DAY, text: "  <b>TV ad</b> " })).json() as Note;
  expect(created).toMatchObject({
    definition: { at: DAY, text: "<b>TV ad</b>", isDeleted: false },
    revision: 1,
    createdBy: "owner@trellis.example",
    createdAt: NOW,
  });
  const change = (revision: number, overrides: object = {}) =>
    console_.put(`/notes/${created.id}`, {
      revision,
      definition: { at: DAY, text: "TV ad", isDeleted: false, ...overrides },
    });
  expect((await change(1, { at: DAY + 1 })).json()).toMatchObject({
    definition: { at: DAY + 1, text: "TV ad" },
    revision: 2,
  });
  const stale = await change(1);
  expect([stale.statusCode, stale.json().error.message]).toEqual([
    409,
    expect.stringContaining("owner@trellis.example changed this note"),
  ]);

  await create({ at: DAY - 5, text: "Earlier" });
  expect(await texts()).toEqual(["Earlier", "TV ad"]);
  await change(2, { isDeleted: true });
  expect(await texts()).toEqual(["Earlier"]);
  const deleted = await latestChange();
  expect(deleted).toMatchObject({ action: "deleted", key: String(created.id), isReversible: true });
  expect((await console_.post(`/changes/${deleted.id}/revert`, {})).statusCode).toBe(200);
  expect(await texts()).toEqual(["Earlier", "TV ad"]);
  await change(4, { isDeleted: true });
  expect((await change(5)).json()).toMatchObject({ definition: { isDeleted: false } });
  expect(await latestChange()).toMatchObject({ action: "restored" });
});

it("rejects invalid notes, and changes by viewers", async () => {
  const wrong = [
    { at: DAY, text: " " },
    { at: DAY, text: "x".repeat(501) },
    { at: 0, text: "x" },
    { text: "x" },
    { at: DAY, text: "x", isDeleted: "no" },
    { at: "2026-05-30", text: "x" },
  ];
  expect(await Promise.all(wrong.map(async (note) => (await create(note)).statusCode))).toEqual(
    wrong.map(() => 400),
  );
  const definition = { at: DAY, text: "x", isDeleted: false };
  for (const id of ["99", "x", "99999999999"])
    expect((await console_.put(`/notes/${id}`, { revision: 1, definition })).statusCode).toBe(404);
  await stores.records.db.update(accounts).set({ role: "viewer" });
  expect((await create({ at: DAY, text: "x" })).statusCode).toBe(403);
  expect((await console_.put("/notes/1", { revision: 1, definition })).statusCode).toBe(403);
  expect((await console_.get("/notes")).statusCode).toBe(200);
});

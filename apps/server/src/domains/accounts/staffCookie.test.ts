import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import type { TestStores } from "../../testing/startTestStores.ts";
import { createSetupToken } from "./accounts.ts";
import { accounts, invitations, sessions } from "./tables.ts";

const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
const ORIGIN = "http://127.0.0.1:3000";
const MARK = "marquee_staff=1";

let stores: TestStores;
let console: TestConsole;
beforeAll(async () => {
  stores = await borrowTestStores();
});
beforeEach(async () => {
  for (const table of [accounts, invitations]) await stores.records.db.delete(table);
  await console?.app.close();
  console = await startConsole(stores);
});
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const post = (path: string, payload: object, cookie = "") =>
  console.app.inject({
    method: "POST",
    url: `/console/api${path}`,
    headers: { origin: ORIGIN, cookie },
    payload,
  });
const session = (cookie: string) => console.app.inject({ url: "/console/api/session", headers: { cookie } });
const markIn = (answer: LightMyRequestResponse) =>
  answer.cookies.find(({ name }) => name === "marquee_staff");
const ENDED = { value: "", path: "/" };

it("is set by every way to sign in, hidden from scripts, sent even after a link from another site, for as long as a session", async () => {
  const mark = markIn(await post("/sign-in", OWNER));
  expect(mark).toMatchObject({
    value: "1",
    path: "/",
    sameSite: "Lax",
    httpOnly: true,
    maxAge: 7 * 24 * 60 * 60,
  });
  const { url } = (
    await console.post("/team/invitations", { email: "eve@trellis.example", role: "viewer" })
  ).json();
  const token = url.split("#token=")[1];
  expect(markIn(await post("/join", { token, password: "another long enough password" }))).toEqual(mark);
  await stores.records.db.delete(accounts);
  const setup = { ...OWNER, token: await createSetupToken(stores.records.db, Date.now()) };
  expect(markIn(await post("/setup", setup))).toEqual(mark);
});

it("is removed at sign-out, of this session and of all", async () => {
  expect(markIn(await post("/sign-out", {}, console.cookie))).toMatchObject(ENDED);
  const again = (await post("/sign-in", OWNER)).cookies.find(({ name }) => name === "marquee_console");
  const ended = await post("/account/sessions/end", {}, `marquee_console=${again?.value}`);
  expect(ended.statusCode).toBe(200);
  expect(markIn(ended)).toMatchObject(ENDED);
});

it("follows a session that began without it, and one that ended elsewhere, but no request without one", async () => {
  expect(markIn(await session(console.cookie))).toMatchObject({ value: "1" });
  expect(markIn(await session(`${console.cookie}; ${MARK}`))).toBeUndefined();
  await stores.records.db.delete(sessions);
  expect(markIn(await session(`${console.cookie}; ${MARK}`))).toMatchObject(ENDED);
  expect(markIn(await session(MARK))).toBeUndefined();
  const refused = await console.app.inject({
    url: "/console/api/flags",
    headers: { cookie: `${console.cookie}; ${MARK}` },
  });
  expect([refused.statusCode, markIn(refused)]).toEqual([401, expect.objectContaining(ENDED)]);
});

it("gives access to nothing", async () => {
  const answer = await console.app.inject({ url: "/console/api/flags", headers: { cookie: MARK } });
  expect(answer.statusCode).toBe(401);
});

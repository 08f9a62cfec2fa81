import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ConnectionState, ConnectionTestResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";

const SECRET = "token-that-nobody-sees";
let stores: TestStores;
let owner: TestConsole;
/** Contentful's API. */
let api: Server;
let origin: string;
let requests: IncomingMessage[];
let answer: { status: number; body: string; headers?: Record<string, string> };
beforeAll(async () => {
  stores = await borrowTestStores();
  owner = await startConsole(stores);
  api = createServer((request, response) => {
    requests.push(request);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = [];
  answer = { status: 200, body: '{"total":0,"items":[]}' };
});
afterAll(async () => {
  await owner.app.close();
  await stores.stop();
  api.close();
});

const settings = (more: object = {}) => ({
  spaceId: "space",
  environment: "master",
  contentType: "page",
  origin,
  ...more,
});
const test = async (more: object = {}, secrets: object = { accessToken: SECRET }) => {
  const response = await owner.post("/connections/contentful/test", { definition: settings(more), secrets });
  expect(response.statusCode, response.body).toBe(200);
  expect(response.body).not.toContain(SECRET);
  return response.json<ConnectionTestResponse>();
};
const stateOf = async () =>
  (await owner.get("/connections"))
    .json<{ connections: ConnectionState[] }>()
    .connections.find(({ kind }) => kind === "contentful");

it("shows the actual response, without secrets, and does not store the result of a draft", async () => {
  expect(await test()).toEqual({
    isWorking: true,
    asked: `GET ${origin}/spaces/space/environments/master/entries?content_type=page&limit=1`,
    status: 200,
    answer: answer.body,
    error: null,
  });
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
  answer = { status: 401, body: `The token ${SECRET} is invalid. ${"x".repeat(5000)}` };
  const refused = await test();
  expect(refused).toMatchObject({ isWorking: false, status: 401, error: "The service responded with 401." });
  expect(refused.answer).toMatch(/^The token ••• is invalid\. x+$/);
  expect(refused.answer.length).toBeLessThanOrEqual(1000);
  expect(await stateOf()).toMatchObject({ state: "disconnected", checkedAt: null });
});

it("does not follow redirects, and shows the network's own error", async () => {
  answer = { status: 302, body: "", headers: { location: `${origin}/elsewhere` } };
  expect(await test()).toMatchObject({ isWorking: false, status: 302 });
  expect(requests).toHaveLength(1);
  expect(await test({ origin: "http://127.0.0.1:1" })).toMatchObject({
    status: null,
    answer: "",
    error: expect.stringContaining("ECONNREFUSED"),
  });
  expect(await test({ origin: "https://no-such-host.invalid" })).toMatchObject({
    status: null,
    error: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
  });
});

it("stores the result once it is about the connected configuration, and uses the stored secret", async () => {
  const saved = await owner.put("/connections/contentful", {
    revision: 0,
    definition: settings(),
    secrets: { accessToken: SECRET },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  answer = { status: 404, body: "Not found" };
  expect(await test({}, {})).toMatchObject({ isWorking: false, status: 404 });
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
  expect(await stateOf()).toMatchObject({ state: "failing", error: "The service responded with 404." });
  answer = { status: 200, body: "{}" };
  await test({ spaceId: "draft" }, {});
  expect((await stateOf())?.state).toBe("failing");
  await test({}, {});
  expect(await stateOf()).toMatchObject({ state: "connected", error: null });
});

it("is for owners, and checks what was entered first", async () => {
  const wrong = await owner.post("/connections/contentful/test", {
    definition: settings({ origin: "https://10.0.0.1" }),
    secrets: { accessToken: SECRET },
  });
  expect([wrong.statusCode, wrong.json().error.message]).toEqual([
    400,
    expect.stringContaining("10.0.0.1 is not a public address"),
  ]);
  const moved = await owner.post("/connections/contentful/test", {
    definition: settings({ origin: "https://collector.example" }),
    secrets: {},
  });
  expect(moved.json().error.message).toContain("would send the stored secrets to another address");
  const editor = await startConsole(stores, { role: "editor" });
  const denied = await editor.post("/connections/contentful/test", { definition: settings(), secrets: {} });
  expect(denied.statusCode).toBe(403);
  await editor.app.close();
  expect(requests).toEqual([]);
});

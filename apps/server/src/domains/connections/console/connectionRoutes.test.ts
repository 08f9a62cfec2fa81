import type { ConnectionState, ConnectionsResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import { startTestConnections } from "../../../testing/startTestConnections.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";
import { connections as table } from "../tables.ts";

const SETTINGS = {
  spaceId: "cfexampleapi",
  environment: "master",
  contentType: "page",
  origin: "https://cdn.contentful.com",
};
const SECRET = "token-that-nobody-sees";
let stores: TestStores;
let owner: TestConsole;
beforeAll(async () => {
  stores = await borrowTestStores();
  owner = await startConsole(stores);
});
afterAll(async () => {
  await owner.app.close();
  await stores.stop();
});

const find = (body: ConnectionsResponse): ConnectionState =>
  body.connections.find(({ kind }) => kind === "contentful") as ConnectionState;
const read = async (from = owner) => find((await from.get("/connections")).json());
const save = (change: object = {}, secrets: object = { accessToken: SECRET }, revision = 0) =>
  owner.put("/connections/contentful", { revision, definition: { ...SETTINGS, ...change }, secrets });

describe("a connection", () => {
  it("starts disconnected, with the defaults of its form", async () => {
    expect(await read()).toMatchObject({
      state: "disconnected",
      definition: { spaceId: "", environment: "master", origin: "https://cdn.contentful.com" },
      secrets: { accessToken: null },
      variables: [],
      revision: 0,
    });
  });

  it.each([
    [{ spaceId: "" }, "Space ID: Use the ID of the space"],
    [{ spaceId: "a b" }, "Space ID: "],
    [{ spaceId: 1 }, "Space ID: "],
    [{ other: "" }, "other is unknown"],
    [{ origin: "" }, "API: "],
    [{ origin: "javascript:alert(1)" }, "API: Use a URL that starts with https://."],
    [{ origin: "http://cdn.contentful.com" }, "API: Use https"],
    [{ origin: "https://user:password@cdn.contentful.com" }, "API: Leave user and password out"],
    [{ origin: "https://cdn.contentful.com;script-src *" }, "API: Use a"],
    [{ origin: "https://a;b.example" }, "API: Use a host name"],
    [{ origin: "https://a'b.example" }, "API: Use a host name"],
    [{ origin: "https://10.0.0.1" }, "API: 10.0.0.1 is not a public address"],
    [{ origin: "https://169.254.169.254/latest" }, "API: 169.254.169.254 is not a public address"],
    [{ origin: "https://[::ffff:10.0.0.1]" }, "is not a public address"],
    [{ origin: "https://2130706433" }, null],
  ])("rejects %j", async (change, reason) => {
    const answer = await save(change);
    // 2130706433 is 127.0.0.1, which tests may access.
    expect(answer.statusCode).toBe(reason === null ? 200 : 400);
    if (reason !== null) expect(answer.json().error.message).toContain(reason);
    else await stores.records.db.delete(table);
  });

  it("needs its secret, keeps it encrypted, and never shows it again", async () => {
    const without = await save({}, {});
    expect([without.statusCode, without.json().error.message]).toEqual([
      400,
      expect.stringMatching(/^Access token: /),
    ]);
    const saved = await save({ spaceId: "first" });
    expect(saved.statusCode).toBe(200);
    expect(find(saved.json())).toMatchObject({
      state: "connected",
      definition: { spaceId: "first" },
      secrets: { accessToken: expect.any(Number) },
      revision: 1,
      updatedBy: "owner@trellis.example",
    });
    const responses = [
      saved.body,
      (await owner.get("/connections")).body,
      (await owner.get("/changes")).body,
    ];
    const stored = JSON.stringify(await stores.records.db.select().from(table));
    for (const text of [...responses, stored]) {
      expect(text).toContain("first");
      expect(text).not.toContain(SECRET);
    }
    expect(owner.connections.read("contentful")).toMatchObject({
      settings: { spaceId: "first" },
      secrets: { accessToken: SECRET },
    });
  });

  it("keeps the secret when other settings change, but not when they send it elsewhere", async () => {
    expect((await save({ spaceId: "second" }, {}, 1)).statusCode).toBe(200);
    expect(owner.connections.read("contentful")).toMatchObject({ secrets: { accessToken: SECRET } });
    const moved = await save({ origin: "https://collector.example" }, {}, 2);
    expect([moved.statusCode, moved.json().error.message]).toEqual([
      400,
      expect.stringContaining("would send the stored secrets to another address"),
    ]);
    const stale = await save({}, {}, 1);
    expect(stale.json().error).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("owner@trellis.example changed this connection"),
    });
  });

  it("reaches other instances, which need the same key", async () => {
    let calls = 0;
    const other = await startTestConnections(stores);
    const stranger = await startTestConnections(stores, { key: Buffer.alloc(32, 8).toString("base64url") });
    const stop = other.onChange(() => {
      calls += 1;
    });
    expect(stranger.read("contentful")).toBeNull();
    expect(await read()).toMatchObject({
      state: "failing",
      error: expect.stringContaining("Enter them again"),
    });
    const before = other.read("contentful");
    expect((await save({ spaceId: "third" }, {}, 2)).statusCode).toBe(200);
    await expect.poll(() => other.read("contentful")?.settings.spaceId, { interval: 5 }).toBe("third");
    expect(before?.settings.spaceId).toBe("second");
    expect(calls).toBe(1);
    stop();
    await Promise.all([other.stop(), stranger.stop()]);
  });

  it("shows its last result until it is changed, and stores equal results once a minute", async () => {
    let now = Date.now();
    const other = await startTestConnections(stores, { now: () => now });
    await other.recordResult("contentful", "Contentful responded with 500");
    const first = await read();
    expect(first).toMatchObject({ state: "failing", error: "Contentful responded with 500", checkedAt: now });
    now += 1000;
    await other.recordResult("contentful", "Contentful responded with 500");
    expect((await read()).checkedAt).toBe(first.checkedAt);
    await other.recordResult("contentful", null);
    expect(await read()).toMatchObject({ state: "connected", error: null, checkedAt: now });
    await other.stop();
  });

  it("can be disconnected, which deletes its secret, and is in the change history of owners only", async () => {
    const { revision } = await read();
    const answer = await owner.post("/connections/contentful/disconnect", { revision });
    expect(find(answer.json())).toMatchObject({
      state: "disconnected",
      definition: { spaceId: "third" },
      secrets: { accessToken: null },
    });
    expect(owner.connections.read("contentful")).toBeNull();
    expect((await save({}, {}, revision + 1)).statusCode).toBe(400);
    const { changes } = (await owner.get("/changes?entity=connection")).json();
    expect(changes.map(({ action }: { action: string }) => action)).toEqual([
      "disconnected",
      "changed",
      "changed",
      "connected",
      "connected",
    ]);
    expect(changes[0]).toMatchObject({ key: "contentful", after: null, isReversible: false });

    const editor = await startConsole(stores, { role: "editor" });
    expect((await editor.get("/connections")).statusCode).toBe(403);
    expect(
      (await editor.put("/connections/contentful", { revision: 0, definition: {}, secrets: {} })).statusCode,
    ).toBe(403);
    expect((await editor.post("/connections/contentful/disconnect", { revision: 0 })).statusCode).toBe(403);
    expect((await editor.get("/changes?entity=connection")).json().changes).toEqual([]);
    await editor.app.close();
    await stores.records.db.update(accounts).set({ role: "owner" });
  });

  it("cannot be changed while the environment sets it, and still shows its results", async () => {
    const environment = {
      contentful: {
        settings: SETTINGS,
        secrets: { accessToken: "given" },
        variables: ["CONTENTFUL_SPACE_ID"],
      },
    };
    const fromEnvironment = await startTestConnections(stores, { environment });
    expect(fromEnvironment.read("contentful")).toMatchObject({ secrets: { accessToken: "given" } });
    await fromEnvironment.recordResult("contentful", "Contentful responded with 401");
    const [state] = (await fromEnvironment.describe()).filter(({ kind }) => kind === "contentful");
    expect(state).toMatchObject({
      state: "failing",
      variables: ["CONTENTFUL_SPACE_ID"],
      definition: { spaceId: "cfexampleapi" },
    });
    const change = { revision: 0, settings: SETTINGS, secrets: { accessToken: SECRET } };
    await expect(fromEnvironment.save("contentful", change, "owner@trellis.example")).rejects.toThrow(
      "The environment sets this connection",
    );
    await fromEnvironment.stop();
  });

  it("is not found under another name", async () => {
    for (const kind of ["toString", "__proto__", "other"]) {
      const answer = await owner.put(`/connections/${kind}`, { revision: 0, definition: {}, secrets: {} });
      expect(answer.statusCode).toBe(404);
    }
  });
});

describe("a tool that runs scripts, where console and site share a host", () => {
  const TAG = { analyticsIds: ["G-AB12CD"], advertisingIds: [], server: "https://www.googletagmanager.com" };
  const connect = (revision: number, definition: object, rest: object = {}) =>
    owner.put("/connections/google-tag", { revision, definition, secrets: {}, ...rest });
  const latest = async () =>
    (await owner.get("/changes?entity=connection&key=google-tag")).json().changes[0] as { action: string };

  it("is connected once an owner accepts the risk, which the history keeps", async () => {
    for (const refused of [await connect(0, TAG), await connect(0, TAG, { acceptsScriptRisk: false })]) {
      expect(refused.statusCode).toBe(422);
      expect(refused.json().error).toMatchObject({
        code: "confirmation_required",
        message: expect.stringMatching(/same host as the console.*could act in the console.*CONSOLE_URL/),
      });
    }
    expect(owner.connections.read("google-tag")).toBeNull();
    expect((await connect(0, {}, { acceptsScriptRisk: true })).statusCode).toBe(400);
    expect((await connect(0, TAG, { acceptsScriptRisk: true })).statusCode).toBe(200);
    expect((await latest()).action).toBe("connected, script risk accepted");
  });

  it("asks again when its settings change, and not without changes", async () => {
    expect((await connect(1, TAG)).statusCode).toBe(200);
    const moved = { ...TAG, server: "https://tags.example" };
    expect((await connect(2, moved)).statusCode).toBe(422);
    expect((await connect(2, moved, { acceptsScriptRisk: true })).statusCode).toBe(200);
    expect((await latest()).action).toBe("changed, script risk accepted");
  });

  it("asks for nothing else, and not with a separate host", async () => {
    const answer = await owner.get("/connections");
    const { connections, hasOwnHost } = answer.json() as ConnectionsResponse;
    expect(hasOwnHost).toBe(false);
    expect(connections.filter(({ runsScripts }) => runsScripts).map(({ kind }) => kind)).toEqual([
      "google-tag",
      "onetrust",
      "personalization",
    ]);
    const apart = await startTestConnections(stores, { hasOwnHost: true });
    const settings = { ...TAG, analyticsIds: ["G-ZZ99ZZ"] };
    await apart.save("google-tag", { revision: 3, settings, secrets: {} }, "owner@trellis.example");
    expect((await latest()).action).toBe("changed");
    await apart.stop();
  });
});

import { ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import type {
  Card,
  NewShareResponse,
  ReportDefinition,
  ReportState,
  ReportsResponse,
  SharedReport,
  SharesResponse,
} from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addSession } from "../../../testing/addSession.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";
import { reportShares } from "../tables.ts";

const START = Date.UTC(2026, 5, 1, 12);
let now = START;
let stores: TestStores;
let console_: TestConsole;
let sessions: Record<"editor" | "viewer", string>;
/** Each test uses a different network, so that their rate limits are independent. */
let network = 0;

beforeAll(async () => {
  stores = await borrowTestStores();
  console_ = await startConsole(stores, { now: () => now });
  const { db } = stores.records;
  const [editor, viewer] = [
    await addSession(db, { email: "editor@trellis.example", role: "editor", at: START }),
    await addSession(db, { email: "viewer@trellis.example", role: "viewer", at: START }),
  ];
  sessions = { editor: editor.cookie, viewer: viewer.cookie };
  const of = (id: string, visitor: string, country: string) =>
    eventRow({
      message_id: id,
      anonymous_id: visitor,
      country,
      path: "/",
      session_id: START - ONE_DAY,
      timestamp: START - ONE_DAY,
    });
  await stores.eventStore.insert("events", [of("a", "ann", "DE"), of("b", "ben", "FR")], "reports");
});
beforeEach(() => {
  now = START;
  network += 1;
});
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
});

const card = (overrides: Partial<Card> = {}): Card => ({
  id: "one",
  title: "Countries",
  width: "half",
  range: null,
  filters: [],
  content: { kind: "list", dimension: "visit:country", metrics: ["visitors"], limit: 5 },
  ...overrides,
});
const board = (overrides: Partial<ReportDefinition> = {}, cards = [card()]): ReportDefinition => ({
  name: "Board",
  description: "",
  isShared: true,
  isDeleted: false,
  content: { kind: "board", period: { range: "7d", compare: "none", matchesWeekdays: false }, cards },
  ...overrides,
});
const screen = (path: string, search = "", cards: Card[] = []): ReportDefinition =>
  board({ name: path, content: { kind: "screen", path, search, cards } });

const create = async (definition: ReportDefinition) =>
  (await console_.post("/reports", { definition })).json() as ReportState;
const send = (method: "GET" | "POST" | "PUT", path: string, cookie: string, payload?: object) =>
  console_.app.inject({
    method,
    url: `/console/api${path}`,
    headers: { cookie, origin: "http://127.0.0.1:3000" },
    ...(payload && { payload }),
  });
const share = async (id: number, days = 7) => {
  const { url, ...rest } = (
    await console_.post(`/reports/${id}/shares`, { days })
  ).json() as NewShareResponse;
  return { token: url?.split("/").at(-1) ?? "", url, ...rest };
};
/** Without a session. */
const open = (path: string, method: "GET" | "POST" = "GET") =>
  console_.app.inject({ method, url: path, remoteAddress: `203.0.113.${network}` });

describe("reports and boards", () => {
  it("are saved, changed, transferred, deleted and restored, and each change can be reverted", async () => {
    const created = await create(board({ name: "  My   board " }));
    expect(created).toMatchObject({
      revision: 1,
      owner: "owner@trellis.example",
      definition: { name: "My board" },
    });
    const put = (revision: number, overrides: object, more: object = {}) =>
      console_.put(`/reports/${created.id}`, { revision, definition: { ...board(), ...overrides }, ...more });
    expect((await put(1, { name: "Renamed" }, { owner: "editor@trellis.example" })).json()).toMatchObject({
      owner: "editor@trellis.example",
      revision: 2,
    });
    expect((await put(1, {})).statusCode).toBe(409);
    expect((await put(2, {}, { owner: "viewer@trellis.example" })).json().error.message).toContain(
      "Choose an editor",
    );
    await put(2, { isDeleted: true });
    const names = async () =>
      ((await console_.get("/reports")).json() as ReportsResponse).reports.map(({ id }) => id);
    expect(await names()).not.toContain(created.id);
    const [change] = (await console_.get(`/changes?entity=board&key=${created.id}`)).json().changes;
    expect(change).toMatchObject({ action: "deleted", isReversible: true });
    expect((await console_.post(`/changes/${change.id}/revert`, {})).statusCode).toBe(200);
    expect(await names()).toContain(created.id);
  });

  it("are changed by editors only, and private ones are seen by their owner only", async () => {
    const mine = await create(board({ name: "Private", isShared: false }));
    const shared = await create(board({ name: "Shared" }));
    for (const cookie of Object.values(sessions)) {
      const { reports } = (await send("GET", "/reports", cookie)).json() as ReportsResponse;
      expect(reports.map(({ id }) => id)).toContain(shared.id);
      expect(reports.map(({ id }) => id)).not.toContain(mine.id);
    }
    const change = { revision: 1, definition: board({ name: "Taken" }) };
    expect((await send("PUT", `/reports/${mine.id}`, sessions.editor, change)).statusCode).toBe(404);
    expect((await send("POST", `/reports/${mine.id}/shares`, sessions.editor, { days: 7 })).statusCode).toBe(
      404,
    );
    expect((await send("PUT", `/reports/${shared.id}`, sessions.viewer, change)).statusCode).toBe(403);
    expect(
      (await send("POST", `/reports/${shared.id}/shares`, sessions.viewer, { days: 7 })).statusCode,
    ).toBe(403);
    expect((await send("GET", "/shares", sessions.editor)).statusCode).toBe(403);
    const history = (await send("GET", "/changes?entity=board", sessions.viewer)).json().changes;
    expect(history.map(({ key }: { key: string }) => key)).not.toContain(String(mine.id));
  });

  it("reject invalid screens and queries, and say what is wrong", async () => {
    const wrong: [ReportDefinition, string][] = [
      [screen("/team"), "can't be saved"],
      [screen("/leads", "", [card()]), "names and email addresses"],
      [board({}, [card(), card()]), "same ID"],
      [board({}, [card({ range: "5w" as never })]), "There is no date range"],
      [board({}, [card({ filters: [["is", "visit:planet" as never, ["Mars"]]] })]), "Countries: "],
      [board({}, [card({ filters: [["is", "segment", [999]]] })]), "segment"],
    ];
    for (const [definition, text] of wrong) {
      const answer = await console_.post("/reports", { definition });
      expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(text)]);
    }
    const property = card({
      content: { kind: "list", dimension: "event:props:email", metrics: ["visitors"], limit: 5 } as never,
    });
    expect((await console_.post("/reports", { definition: board({}, [property]) })).statusCode).toBe(400);
  });
});

describe("a shared link", () => {
  it("shows exactly its report, whatever the request contains", async () => {
    const german = card({ filters: [["is", "visit:country", ["DE"]]] });
    const { id } = await create(board({ name: "For Ann" }, [german]));
    await create(board({ name: "Secret plans" }));
    const { token } = await share(id);
    expect(token).toMatch(/^[\w-]{43}$/);
    const answer = await open(`/shared/${token}/data`);
    const report = answer.json() as SharedReport;
    expect(report).toMatchObject({ name: "For Ann", cards: [{ card: { title: "Countries" } }] });
    expect(report.cards[0]?.answer).toMatchObject({
      answer: { results: [{ dimensions: ["DE"], metrics: [1] }] },
    });
    expect(answer.headers).toMatchObject({
      "cache-control": "private, no-cache",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "content-security-policy": expect.stringContaining("default-src 'self'"),
    });
    // Only the token in the URL is read.
    const attacks = [
      "?range=all&f=is,country,FR&site_id=other&id=1&report=2",
      `?filters=${encodeURIComponent('[["is","visit:country",["FR"]]]')}`,
    ];
    for (const attack of attacks)
      expect((await open(`/shared/${token}/data${attack}`)).json()).toEqual(report);
    // The response must not contain the stored query, people or other server data.
    expect(answer.body).not.toMatch(/Secret|@trellis|anonymous|revision|owner|site_id":"[^"]/);
    for (const path of ["/leads", "/reports", "/shares", "/people", "/query/card", "/session/../reports"]) {
      const url = `/console/api${path}`;
      const response = await console_.app.inject({ url, headers: { cookie: `marquee_console=${token}` } });
      expect([401, 404]).toContain(response.statusCode);
    }
    expect((await open(`/shared/${token}/data`, "POST")).statusCode).toBe(404);
    expect((await open(`/shared/${token}/data/${id}`)).statusCode).toBe(404);
  });

  it("gives the same response if it is forged, expired or revoked, or its report is deleted", async () => {
    const { id } = await create(board());
    const [first, second, third] = [await share(id, 1), await share(id), await share(id, 90)];
    await console_.post(`/shares/${second.share.id}/revoke`, {});
    now += ONE_DAY;
    const forged = `${third.token.slice(0, -1)}${third.token.endsWith("A") ? "B" : "A"}`;
    const paths = [first.token, second.token, forged, "x", "%00", String(id), second.share.id, "..%2Fdata"];
    const answers = await Promise.all(paths.map((token) => open(`/shared/${token}/data`)));
    const [firstAnswer] = answers;
    for (const answer of answers) {
      expect([answer.statusCode, answer.body]).toEqual([404, firstAnswer?.body]);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(firstAnswer?.headers ?? {}));
    }
    expect(firstAnswer?.body).toContain("This link does not work");
    expect((await open(`/shared/${third.token}/data`)).statusCode).toBe(200);
    // Set the time back, so that the session of the person who deletes it has not ended.
    now = START;
    await console_.put(`/reports/${id}`, { revision: 1, definition: board({ isDeleted: true }) });
    expect((await open(`/shared/${third.token}/data`)).statusCode).toBe(404);
  });

  it("is stored as a digest, listed for owners, and is deleted with the account that created it", async () => {
    const { id } = await create(board({ name: "Listed" }));
    const { url } = (await send("POST", `/reports/${id}/shares`, sessions.editor, { days: 30 })).json();
    const token = url.split("/").at(-1) as string;
    await open(`/shared/${token}/data`);
    const { db } = stores.records;
    expect(JSON.stringify(await db.select().from(reportShares))).not.toContain(token);
    const { shares } = (await console_.get("/shares")).json() as SharesResponse;
    expect(shares.find(({ report }) => report === id)).toMatchObject({
      report: id,
      name: "Listed",
      createdBy: "editor@trellis.example",
      lastOpenedAt: START,
      expiresAt: START + 30 * ONE_DAY,
    });
    expect((await console_.get("/changes?entity=share")).json().changes[0]).toMatchObject({
      actor: "editor@trellis.example",
      action: "created",
      isReversible: false,
    });
    await db.delete(accounts).where(eq(accounts.email, "editor@trellis.example"));
    expect((await open(`/shared/${token}/data`)).statusCode).toBe(404);
  });

  it("cannot be created for people's data, for private segments, or for screens without cards", async () => {
    const { id: segment } = (
      await console_.post("/segments", {
        definition: { name: "Mine", isShared: false, filters: [["is", "visit:country", ["DE"]]] },
      })
    ).json();
    const refused: [ReportDefinition, string][] = [
      [screen("/leads"), "Leads has names and email addresses of people."],
      [screen("/events"), "Events lists what individual visitors did."],
      [screen("/speed"), "Reports on Speed can be saved and opened, but not shared"],
      [board({}, []), "The board is empty"],
      [board({}, [card({ filters: [["is", "segment", [segment]]] })]), "segment"],
    ];
    for (const [report, text] of refused) {
      const { id } = await create(report);
      const answer = await console_.post(`/reports/${id}/shares`, { days: 7 });
      expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(text)]);
    }
    const { id } = await create(board());
    expect((await console_.post(`/reports/${id}/shares`, { days: 3650 })).statusCode).toBe(400);
  });

  it("shows no email address of a visitor, in any card, and neither does its preview to a viewer", async () => {
    const email = "zqjane@acme.example";
    const place = { session_id: START - ONE_DAY, anonymous_id: "jane", country: "IT" };
    const campaign = { path: `/u/${email}`, utm_source: email, utm_campaign: encodeURIComponent(email) };
    const of = (id: string, seconds: number, overrides: object = {}) =>
      eventRow({
        message_id: `jane ${id}`,
        timestamp: START - ONE_DAY + seconds * 1000,
        ...place,
        ...campaign,
        ...overrides,
      });
    const events = [of("view", 0), of("goal", 1, { type: "track", event: "Signed Up" })];
    await stores.eventStore.insert("events", events, "jane");
    const goal = { name: "Signs up", value: null, isArchived: false };
    const condition = { kind: "event", event: "Signed Up", properties: [] };
    const created = await console_.post("/goals", { definition: { ...goal, condition } });
    const outcome: number = created.json().id;
    const attribution = (dimension: "visit:entry_page" | "visit:utm_campaign"): Card["content"] => ({
      kind: "attribution",
      outcome,
      dimension,
      lookBackDays: 30,
      halfLifeDays: 7,
      skipsDirect: false,
    });
    const isJane: Card["filters"] = [["is", "event:page", [campaign.path]]];
    const list = (dimension: "event:page" | "visit:utm_source"): Card["content"] => ({
      kind: "list",
      dimension,
      metrics: ["visitors"],
      limit: 5,
    });
    const cards = [
      card({ id: "a", content: attribution("visit:entry_page") }),
      card({ id: "b", content: attribution("visit:utm_campaign") }),
      card({ id: "c", content: list("event:page"), filters: isJane }),
      card({ id: "d", content: list("visit:utm_source") }),
    ];
    const { id } = await create(board({ name: "Campaigns" }, cards));
    const { token } = await share(id);
    const { body } = await open(`/shared/${token}/data`);
    expect(body.match(/zqjane/g)).toBeNull();
    expect(body.match(/"(?:\/u\/)?REDACTED"/g)?.length).toBeGreaterThanOrEqual(5);
    const period = { range: "7d", compare: "none", matchesWeekdays: false };
    for (const each of cards) {
      const query = { card: { ...each, filters: [] }, period };
      const [owners, viewers] = [
        await console_.post("/query/card", query),
        await send("POST", "/query/card", sessions.viewer, query),
      ];
      expect([owners.body.includes("zqjane"), viewers.body.includes("zqjane")]).toEqual([true, false]);
    }
  });

  it("queries the store once in five minutes, and limits requests per network", async () => {
    const { id } = await create(board());
    const { token } = await share(id);
    const query = stores.eventStore.query;
    let queries = 0;
    stores.eventStore.query = (...args) => {
      queries += 1;
      return query(...args);
    };
    try {
      await Promise.all(Array.from({ length: 20 }, () => open(`/shared/${token}/data`)));
      const once = queries;
      expect(once).toBeGreaterThan(0);
      await open(`/shared/${token}/data`);
      expect(queries).toBe(once);
      now += 5 * ONE_MINUTE;
      await open(`/shared/${token}/data`);
      expect(queries).toBeGreaterThan(once);
    } finally {
      stores.eventStore.query = query;
    }
    const statuses = await Promise.all(Array.from({ length: 110 }, () => open("/shared/guess/data")));
    expect(statuses.map(({ statusCode }) => statusCode)).toContain(429);
    expect((await open(`/shared/${token}/data`)).statusCode).toBe(429);
    network += 1;
    expect((await open(`/shared/${token}/data`)).statusCode).toBe(200);
  });
});

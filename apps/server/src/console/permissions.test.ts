import { ONE_SECOND } from "@marquee/contract";
import {
  AREAS,
  accessTo,
  CONSOLE_API,
  type ConsoleRoute,
  may,
  PROOF_LIFETIME,
  ROLES,
  type Role,
  type RouteRow,
} from "@marquee/contract/schema";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { accounts } from "../domains/accounts/tables.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { OWNER, startConsole, type TestConsole } from "../testing/startConsole.ts";
import type { TestStores } from "../testing/startTestStores.ts";

let stores: TestStores;
let api: TestConsole;
let skew = 0;
let signedInAt = 0;

beforeAll(async () => {
  stores = await borrowTestStores();
  api = await startConsole(stores, { now: () => Date.now() + skew });
  signedInAt = Date.now();
});
afterEach(async () => {
  skew = 0;
  await stores.records.db.update(accounts).set({ role: "owner", areas: null });
});
afterAll(async () => {
  await api.app.close();
  await stores.stop();
});

/** An endless stream, and the route that ends the session. */
const LEFT_OUT: readonly ConsoleRoute[] = ["GET /live/stream", "POST /account/sessions/end"];
const ROUTES = (Object.keys(CONSOLE_API) as ConsoleRoute[]).flatMap((route) => {
  const row: RouteRow = CONSOLE_API[route];
  const access = accessTo(row);
  return access && !LEFT_OUT.includes(route) ? [{ route, isProven: row.isProven === true, ...access }] : [];
});
const RESTRICTED = ROUTES.filter(({ permission }) => permission !== "read");

async function ask(route: ConsoleRoute) {
  const [method = "", path = ""] = route.split(" ");
  const url = path.replace(/:\w+/g, "0");
  if (method === "GET") return api.get(url);
  return method === "POST" ? api.post(url, {}) : api.put(url, {});
}

it.each(ROLES)(
  "answers the role %s as the table of permissions says, before it reads a body",
  async (role) => {
    await stores.records.db.update(accounts).set({ role });
    for (const { route, permission } of RESTRICTED) {
      const answer = await ask(route);
      expect(answer.statusCode === 403, `${route}: ${answer.statusCode}`).toBe(!may(role, permission));
    }
  },
);

it("lets contributors change drafts, and nothing that visitors or colleagues see", () => {
  const routesOf = (role: Role) =>
    RESTRICTED.filter(({ permission }) => may(role, permission))
      .map(({ route }) => route)
      .sort();
  expect(routesOf("viewer")).toEqual([]);
  expect(routesOf("contributor")).toEqual([
    "GET /content/translations/export",
    "POST /content/drafts",
    "POST /content/drafts/:id/field",
    "POST /content/drafts/:id/page",
    "POST /content/drafts/:id/translations",
    "POST /content/images",
    "POST /content/translations/check",
    "PUT /content/drafts/:id",
    "PUT /content/drafts/:id/field",
    "PUT /content/translations/mark",
  ]);
});

it.each(AREAS)("allows someone limited to %s only routes of that area, or of none", async (ownArea) => {
  await stores.records.db.update(accounts).set({ role: "editor", areas: [ownArea] });
  for (const { route, area, permission } of ROUTES) {
    const answer = await ask(route);
    const isLimited = answer.statusCode === 403 && answer.body.includes("limited to");
    const isOwn = area === null || area === ownArea || !may("editor", permission);
    expect(isLimited, `${route}: ${answer.statusCode}`).toBe(!isOwn);
  }
});

it("limits the history and reverting to areas", async () => {
  const condition = { kind: "page", match: "is", path: "/pricing" };
  const goal = { name: "Pricing seen", condition, value: null, isArchived: false };
  const created = await api.post("/goals", { definition: goal });
  const all = (await api.get("/changes")).json().changes;
  const change = all.find(({ entity }: { entity: string }) => entity === "goal");
  expect([created.statusCode, change?.entity]).toEqual([200, "goal"]);
  await stores.records.db.update(accounts).set({ role: "editor", areas: ["content"] });
  const visibleChanges = (await api.get("/changes")).json().changes;
  expect(visibleChanges.filter(({ entity }: { entity: string }) => entity === "goal")).toEqual([]);
  const refused = await api.post(`/changes/${change.id}/revert`, {});
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    403,
    "Your account is limited to other areas. Ask an owner to revert this.",
  ]);
  await stores.records.db.update(accounts).set({ areas: ["analytics"] });
  expect((await api.post(`/changes/${change.id}/revert`, {})).statusCode).toBe(200);
});

it("requires a recent proof before an alert notifies someone else, and not for other changes", async () => {
  const definition = {
    name: "Visits",
    kind: "traffic",
    goal: null,
    filters: [],
    direction: "drop",
    sensitivity: "high",
    channels: ["email"],
    recipients: ["ann@trellis.example"],
    isOn: false,
    isDeleted: false,
  };
  const { id, revision } = (await api.post("/alerts", { definition })).json();
  const codeOf = async (overrides: object) =>
    (await api.put(`/alerts/${id}`, { revision, definition: { ...definition, ...overrides } })).json().error
      ?.code;
  skew = PROOF_LIFETIME + ONE_SECOND;
  expect((await api.post("/alerts", { definition })).json().error?.code).toBe("proof_required");
  expect(await codeOf({ recipients: [...definition.recipients, "eve@evil.example"] })).toBe("proof_required");
  expect(await codeOf({ sensitivity: "low" })).toBeUndefined();
});

it("requires a recent proof before a report with a shared link shows something else", async () => {
  const card = {
    id: "one",
    title: "Countries",
    width: "half",
    range: null,
    filters: [],
    content: { kind: "list", dimension: "visit:country", metrics: ["visitors"], limit: 5 },
  };
  const content = { kind: "screen", path: "/", search: "", cards: [card] };
  const report = { name: "Week", description: "", isShared: true, isDeleted: false, content };
  const { id } = (await api.post("/reports", { definition: report })).json();
  const codeOf = async (revision: number, overrides: object) =>
    (await api.put(`/reports/${id}`, { revision, definition: { ...report, ...overrides } })).json().error
      ?.code;
  const wider = { content: { ...content, search: "range=12mo" } };
  expect(await codeOf(1, wider)).toBeUndefined();
  expect((await api.post(`/reports/${id}/shares`, { days: 7 })).statusCode).toBe(200);
  skew = PROOF_LIFETIME + ONE_SECOND;
  expect(await codeOf(2, {})).toBe("proof_required");
  expect(await codeOf(2, { ...wider, name: "Year" })).toBeUndefined();
  skew = 0;
  expect(await codeOf(3, {})).toBeUndefined();
  const [latest] = (await api.get("/changes?entity=report")).json().changes;
  skew = PROOF_LIFETIME + ONE_SECOND;
  const reverted = await api.post(`/changes/${latest.id}/revert`, {});
  expect(reverted.json().error?.code).toBe("proof_required");
});

it("owners have all areas, whatever is stored", async () => {
  await stores.records.db.update(accounts).set({ role: "owner", areas: ["content"] });
  expect((await api.get("/leads")).statusCode).toBe(200);
});

it("requires the password or a passkey again before actions that a stolen session must not allow", async () => {
  // Routes of the own account end the session; ownAccountRoutes.test.ts tests them.
  const expected = new Set(
    ROUTES.filter(({ isProven, route }) => isProven && !route.startsWith("POST /account")).map(
      ({ route }) => route,
    ),
  );
  const codes = async () => {
    const answers = new Map<ConsoleRoute, string | undefined>();
    for (const { route } of ROUTES)
      if (!route.startsWith("GET") && !route.startsWith("POST /account"))
        answers.set(route, (await ask(route)).json()?.error?.code);
    return [...answers].filter(([, code]) => code === "proof_required").map(([route]) => route);
  };
  // Signing in counts.
  skew = signedInAt - Date.now() + PROOF_LIFETIME - 30 * ONE_SECOND;
  expect(await codes()).toEqual([]);
  skew = PROOF_LIFETIME + ONE_SECOND;
  expect(new Set(await codes())).toEqual(expected);

  const wrong = await api.post("/account/proof", { password: "not the password" });
  expect([wrong.statusCode, wrong.json().error.message]).toEqual([403, "The current password is incorrect."]);
  expect((await api.post("/api-keys", { name: "Dashboard" })).json().error.code).toBe("proof_required");
  expect((await api.post("/account/proof", { password: OWNER.password })).statusCode).toBe(200);
  expect(await codes()).toEqual([]);
  skew += PROOF_LIFETIME + ONE_SECOND;
  expect(new Set(await codes())).toEqual(expected);
});

import type { GoalState } from "@marquee/contract/schema";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { routeKey } from "../api/useRoute.ts";
import { isConflict, readRecord, saveRecord, withEnd } from "./useVersioned.ts";

const goal = (id: number, revision: number, isArchived = false): GoalState => ({
  id,
  definition: {
    name: `Goal ${id}`,
    condition: { kind: "page", match: "is", path: "/" },
    value: null,
    isArchived,
  },
  revision,
  updatedAt: 1,
  updatedBy: "ann@trellis.example",
});
const KEY = routeKey("GET /goals");
const requests: unknown[] = [];
let answer: { status: number; body: unknown };
let queries: QueryClient;

beforeEach(() => {
  requests.length = 0;
  queries = new QueryClient();
  queries.setQueryData(KEY, { goals: [goal(1, 1), goal(2, 1)], unreadable: [] });
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    requests.push([`${method} ${url}`, body && JSON.parse(String(body))]);
    return Response.json(answer.body, { status: answer.status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const save = (stored: GoalState | null, saved: GoalState) => {
  answer = { status: 200, body: saved };
  return new MutationObserver(queries, saveRecord(queries, "goals")).mutate({
    stored,
    definition: saved.definition,
  });
};
const listed = () =>
  queries.getQueryData<{ goals: GoalState[] }>(KEY)?.goals.map(({ id, revision }) => [id, revision]);

it("creates a record, and lists it", async () => {
  const created = goal(3, 1);
  await save(null, created);
  expect(requests).toEqual([["POST /console/api/goals", { definition: created.definition }]]);
  expect(listed()).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
});

it("changes a record from the revision that the editor started from, in its place in the list", async () => {
  const changed = goal(1, 2, true);
  await save(goal(1, 1), changed);
  expect(requests).toEqual([["PUT /console/api/goals/1", { revision: 1, definition: changed.definition }]]);
  expect(listed()).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

it("removes a deleted record from the list, and adds it again when restored", async () => {
  const note = (revision: number, isDeleted: boolean) => ({
    ...goal(7, revision),
    createdAt: 1,
    createdBy: "ann@trellis.example",
    definition: { at: 1, text: "Fair", isDeleted },
  });
  queries.setQueryData(routeKey("GET /notes"), { notes: [note(1, false)] });
  const notes = () => queries.getQueryData<{ notes: unknown[] }>(routeKey("GET /notes"))?.notes;
  for (const isDeleted of [true, false]) {
    answer = { status: 200, body: note(2, isDeleted) };
    const definition = { at: 1, text: "Fair", isDeleted };
    await new MutationObserver(queries, saveRecord(queries, "notes")).mutate({
      stored: note(1, false),
      definition,
    });
    expect(notes()).toHaveLength(isDeleted ? 0 : 1);
  }
});

it("distinguishes conflicts from other errors, and reads what someone else saved", async () => {
  answer = { status: 409, body: { error: { code: "conflict", message: "eve changed this goal." } } };
  const observer = new MutationObserver(queries, saveRecord(queries, "goals"));
  const failure = await observer
    .mutate({ stored: goal(1, 1), definition: goal(1, 1).definition })
    .catch((e) => e);
  expect([isConflict(failure), isConflict(new Error("offline"))]).toEqual([true, false]);
  expect(listed()).toEqual([
    [1, 1],
    [2, 1],
  ]);
  answer = { status: 200, body: { goals: [goal(1, 5)], unreadable: [] } };
  expect(await readRecord(queries, "goals", 1)).toMatchObject({ revision: 5 });
  expect(await readRecord(queries, "goals", 2)).toBeUndefined();
});

it("ends and restores a record by the flag in its definition", () => {
  expect(withEnd({ name: "a", isArchived: false }, true)).toEqual({ name: "a", isArchived: true });
  expect(withEnd({ name: "a", isDeleted: true }, false)).toEqual({ name: "a", isDeleted: false });
});

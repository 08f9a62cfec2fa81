import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onChanged, request } from "./request.ts";
import { reload, routeQuery } from "./useRoute.ts";

const requests: string[] = [];
let answer: { status: number; invalidates?: string };
const stops: (() => void)[] = [];

beforeEach(async () => {
  vi.stubGlobal("fetch", async (url: string, { method = "GET" }: RequestInit = {}) => {
    requests.push(`${method} ${url.replace("/console/api", "")}`);
    if (method === "GET") return Response.json({});
    const headers: Record<string, string> = answer.invalidates ? { "x-invalidates": answer.invalidates } : {};
    const error = { code: "conflict", message: "Somebody else has changed it." };
    return Response.json({ error }, { status: answer.status, headers });
  });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const observers = [
    new QueryObserver(queries, routeQuery("GET /goals")),
    new QueryObserver(queries, routeQuery("GET /goals/reports")),
    new QueryObserver(queries, routeQuery("GET /notes", {})),
  ];
  for (const observer of observers) stops.push((observer as QueryObserver).subscribe(() => {}));
  stops.push(onChanged((routes) => void reload(queries, ...routes)));
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  requests.length = 0;
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

const save = () =>
  request("POST /notes", { body: { definition: { at: 1, text: "Launch", isDeleted: false } } }).catch(
    () => {},
  );

it.each([
  [{ status: 200, invalidates: "GET /notes, GET /changes" }, ["GET /notes"]],
  [{ status: 409, invalidates: "GET /notes" }, ["GET /notes"]],
  [{ status: 200, invalidates: "GET /goals" }, ["GET /goals"]],
  [{ status: 200, invalidates: "GET /goals*" }, ["GET /goals", "GET /goals/reports"]],
  [{ status: 200, invalidates: "*" }, ["GET /goals", "GET /goals/reports", "GET /notes"]],
  [{ status: 200 }, []],
])("refetches what a request has changed according to the server: %j", async (response, expected) => {
  answer = response;
  await save();
  // The caller continues before the refetch.
  expect(requests).toEqual(["POST /notes"]);
  await new Promise((resolve) => setTimeout(resolve));
  await vi.waitFor(() => expect([...requests].sort()).toEqual([...expected, "POST /notes"]));
});

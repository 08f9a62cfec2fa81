import { DrizzleQueryError } from "drizzle-orm";
import fastify from "fastify";
import { pino } from "pino";
import { expect, it } from "vitest";
import { ApiError } from "../errors/apiError.ts";
import { EventStoreUnavailableError } from "../errors/eventStoreError.ts";
import { ImageError } from "../errors/imageError.ts";
import { RecordsUnavailableError } from "../errors/recordsError.ts";
import { QueueFullError } from "./fairQueue.ts";
import { sendError } from "./sendError.ts";

const SQL = "select secret from leads";
const UNAVAILABLE = "Data is unavailable right now. Try again in a moment.";
const FAILED = "Something went wrong on the server. Try again in a moment.";

const withCode = (code: string) => Object.assign(new Error(SQL), { code });

it.each([
  [new ApiError("conflict", "Reload."), [409, "conflict", "Reload.", 0]],
  [new ApiError("unavailable", "Later."), [503, "unavailable", "Later.", 0]],
  [new ImageError("bad_source", "No image."), [502, "bad_source", "No image.", 1]],
  [new QueueFullError(), [503, "unavailable", new QueueFullError().message, 0]],
  // A wrong statement is a bug; an unreachable store is not.
  [new DrizzleQueryError(SQL, [SQL], new Error(SQL)), [500, "failed", FAILED, 1]],
  [new DrizzleQueryError(SQL, [SQL], withCode("42601")), [500, "failed", FAILED, 1]],
  [new DrizzleQueryError(SQL, [SQL], withCode("57P01")), [503, "unavailable", UNAVAILABLE, 1]],
  [new DrizzleQueryError(SQL, [SQL], withCode("ECONNREFUSED")), [503, "unavailable", UNAVAILABLE, 1]],
  [new EventStoreUnavailableError(), [503, "unavailable", UNAVAILABLE, 1]],
  [new RecordsUnavailableError(), [503, "unavailable", UNAVAILABLE, 1]],
  [withCode("62"), [500, "failed", FAILED, 1]],
  [withCode("241"), [503, "unavailable", UNAVAILABLE, 1]],
  [withCode("ENOSPC"), [503, "unavailable", UNAVAILABLE, 1]],
  [new Error(SQL), [500, "failed", FAILED, 1]],
  [new TypeError(SQL), [500, "failed", FAILED, 1]],
  [Object.assign(new Error(SQL), { code: "FST_ERR_REP_INVALID_PAYLOAD_TYPE" }), [500, "failed", FAILED, 1]],
  [Object.assign(new Error(SQL), { statusCode: 302 }), [500, "failed", FAILED, 1]],
  [Object.assign(new Error(SQL), { statusCode: 422 }), [422, "bad_request", "The request is not valid.", 0]],
  [SQL, [500, "failed", FAILED, 1]],
])("%s is reported and logged as %j", async (error, expected) => {
  const logged: string[] = [];
  const app = fastify({ loggerInstance: pino({ level: "error" }, { write: (line) => logged.push(line) }) });
  app.setErrorHandler(sendError);
  app.get("/", () => {
    throw error;
  });
  const { statusCode, headers, ...reply } = await app.inject("/");
  const { code, message } = reply.json().error;
  expect([statusCode, code, message, logged.length]).toEqual(expected);
  expect(headers["cache-control"]).toBe("no-store");
});

it("passes on messages of Fastify and schemas, which name the problem", async () => {
  const app = fastify();
  app.setErrorHandler(sendError);
  const querystring = { type: "object", properties: { width: { type: "integer" } } };
  app.post("/", { schema: { querystring } }, () => "done");
  const wrong = await app.inject({ method: "POST", url: "/?width=x", payload: {} });
  expect([wrong.statusCode, wrong.json().error.message]).toEqual([400, "querystring/width must be integer"]);
  const headers = { "content-type": "application/json" };
  const secret = await app.inject({ method: "POST", url: "/", headers, payload: '{"password":"hunter2' });
  expect(secret.statusCode).toBe(400);
  expect(secret.body).not.toContain("hunter2");
});

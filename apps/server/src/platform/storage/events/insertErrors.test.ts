import { ClickHouseError } from "@clickhouse/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { OTHER_ERRORS, ROW_ERRORS } from "../../errors/clickHouseErrors.ts";
import type { EventStore } from "./eventStore.ts";
import { describeInsertError, isAboutRows } from "./insertErrors.ts";

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
});
afterAll(() => store.stop());

it("has the engine's names and codes of errors", async () => {
  const errors = Object.entries({ ...ROW_ERRORS, ...OTHER_ERRORS });
  const named = await store.query<{ code: number; name: string }>(
    "SELECT number AS code, errorCodeToName(toUInt32(number)) AS name FROM numbers(1100)",
  );
  const names = new Map(named.map(({ code, name }) => [Number(code), name]));
  expect(errors.map(([, code]) => [names.get(code), code])).toEqual(errors);
});

describe("an engine error", () => {
  const line = (row: object) => Buffer.from(`${JSON.stringify({ message_id: "m", ...row })}\n`);
  const failureOf = (table: string, lines: Buffer[]) =>
    store.insertLines(table, lines, "token").then(
      () => null,
      (error: unknown) => ({ isAboutRows: isAboutRows(error), text: describeInsertError(error) }),
    );

  it.each([
    ["half a character", line({ anonymous_id: "a\ud800" }), "anonymous_id (CANNOT_PARSE_ESCAPE_SEQUENCE)"],
    ["no JSON", Buffer.from("ann@example.com\n"), "(CANNOT_PARSE_INPUT_ASSERTION_FAILED)"],
    ["a negative number", line({ session_id: -1 }), "session_id (CANNOT_PARSE_NUMBER)"],
    ["no list", line({ variations: "x" }), "variations (CANNOT_READ_ARRAY_FROM_TEXT)"],
    ["no time", line({ timestamp: "never" }), "timestamp (CANNOT_PARSE_DATETIME)"],
    [
      "half a line",
      Buffer.from('{"message_id":"m","url":"ann@example.com'),
      "url (CANNOT_PARSE_QUOTED_STRING)",
    ],
  ])("to %s is about the rows", async (_what, bytes, text) => {
    const answer = await failureOf("events", [bytes]);
    expect(answer).toEqual({ isAboutRows: true, text: expect.stringContaining(text) });
    expect(answer?.text).not.toContain("example");
  });

  it("to rows of too many months is about the rows: half of them may have fewer", async () => {
    const years = Array.from({ length: 120 }, (_, index) => Date.UTC(1990, index));
    const lines = years.map((original_timestamp) => line({ original_timestamp }));
    expect(await failureOf("events", lines)).toMatchObject({ isAboutRows: true });
  });

  it("about a missing table is not about the rows", async () => {
    expect(await failureOf("nowhere", [line({})])).toMatchObject({ isAboutRows: false });
  });
});

it.each([
  Object.assign(new Error("connect ECONNREFUSED 10.0.0.1"), { code: "ECONNREFUSED" }),
  Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
  new Error("Timeout error."),
  new ClickHouseError({ message: "Table is in readonly mode", code: "242", type: "TABLE_IS_READ_ONLY" }),
  new ClickHouseError({ message: "Memory limit exceeded", code: "241", type: "MEMORY_LIMIT_EXCEEDED" }),
  new ClickHouseError({ message: "std::exception", code: "1001", type: "STD_EXCEPTION" }),
  new ClickHouseError({ message: "Cannot parse text: while pushing to view default.own", code: "6" }),
])("%s may be temporary", (error) => {
  expect(isAboutRows(error)).toBe(false);
});

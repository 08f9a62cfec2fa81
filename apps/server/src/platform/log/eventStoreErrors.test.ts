import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { borrowEvents } from "../../testing/borrowStores.ts";
import { CANARIES, CANARY } from "../../testing/canaries.ts";
import { captureLog } from "../../testing/captureLog.ts";
import { connectEventWriter, type EventStore } from "../storage/events/eventStore.ts";
import { describeInsertError } from "../storage/events/insertErrors.ts";
import { errorText } from "./endOnCrash.ts";

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
});
afterAll(() => store.stop());

const failureOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => null,
    (error: unknown) => error,
  );

function logged(error: unknown): string {
  const { log, text } = captureLog();
  log.error({ err: error }, "A request failed.");
  log.warn(error);
  return text() + errorText(error);
}

it("a failing insert into any table leaves no value of any column in the log", async () => {
  const columns = await store.query<{ table: string; name: string }>(
    `SELECT table, name FROM system.columns WHERE database = currentDatabase() AND default_kind NOT IN ('ALIAS', 'MATERIALIZED')
AND table IN (SELECT name FROM system.tables WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree'))`,
  );
  expect(new Set(columns.map(({ table }) => table)).size).toBeGreaterThan(10);
  for (const [index, { table, name }] of columns.entries()) {
    const canary = CANARIES[index % CANARIES.length] ?? "";
    // Not JSON; of another type; a whole row of texts.
    const rows = [
      `{${JSON.stringify(name)}: ${canary}}`,
      JSON.stringify({ [name]: { [canary]: [canary] } }).replace(/.$/, ""),
      JSON.stringify(
        Object.fromEntries(columns.filter((each) => each.table === table).map((each) => [each.name, canary])),
      ),
    ];
    let failures = 0;
    for (const row of rows) {
      const error = await failureOf(store.insertLines(table, [Buffer.from(`${row}\n`)], "token"));
      if (error === null) continue;
      failures += 1;
      const text = logged(error);
      expect([table, name, text]).toEqual([table, name, expect.not.stringMatching(CANARY)]);
      expect(text).toMatch(/"type":"ClickHouseError".+"code":"\d+","codeName":"\w+"/);
      expect(describeInsertError(error)).not.toMatch(/zq(?!key)|0918273645/i);
    }
    expect([table, name, failures > 0]).toEqual([table, name, true]);
  }
});

describe.each(CANARIES)("a query with %j", (canary) => {
  const literal = `'${canary.replace(/['\\]/g, "\\$&")}'`;

  it.each([
    ["for a parameter of another type", "SELECT {p:UInt8}", { p: canary }],
    ["in a conversion", "SELECT toUUID({p:String})", { p: canary }],
    ["in a message of its own", "SELECT throwIf(1, {p:String})", { p: canary }],
    ["as a literal", `SELECT toDate(${literal})`, {}],
    ["as a name", `SELECT \`${canary.replace(/[`\\]/g, "")}\``, {}],
    ["as no SQL", `SELECT 1 2 ${canary.replace(/['"`]/g, "")}`, {}],
  ])("%s leaves nothing of it in the log", async (_how, sql, params) => {
    const error = await failureOf(store.query(sql, params));
    expect(inspect(error)).toMatch(CANARY);
    expect(logged(error)).not.toMatch(CANARY);
  });
});

it.each([
  [
    "an exception",
    "Code: 27. DB::Exception: Cannot parse input: expected '\"' before: 'zq (ZQTAIL) zq': (while reading the value of key url): (at row 1)\n. (CANNOT_PARSE_INPUT_ASSERTION_FAILED) (version 26.3.1.5 (official build))",
    { type: "ClickHouseError", code: "27", codeName: "CANNOT_PARSE_INPUT_ASSERTION_FAILED" },
  ],
  [
    "an exception without a name",
    "Code: 999. DB::Exception: zq",
    { code: "999", codeName: "KEEPER_EXCEPTION" },
  ],
  ["an exception that is not listed", "Code: 731. DB::Exception: zq. (ZQ_NAME)", { code: "731" }],
  ["another server's page", "<html><title>zq</title></html>", { type: "Error", message: "…" }],
])("a ClickHouse server's response is reduced: %s", async (_what, body, expected) => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(500, { "x-clickhouse-exception-code": "27" }).end(body);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const url = `http://default:zqpassword@127.0.0.1:${(server.address() as AddressInfo).port}`;
  const writer = connectEventWriter(async () => url, null);
  const error = await failureOf(writer.insert("events", [{ url: "zq" }], "token"));
  const { log, lines } = captureLog();
  log.error({ err: error }, "A request failed.");
  expect(JSON.stringify(lines())).not.toMatch(CANARY);
  expect(lines()[0]?.err).toMatchObject(expected);
});

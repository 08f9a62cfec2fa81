import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { accounts } from "../../../domains/accounts/tables.ts";
import { dataExports } from "../../../domains/people/tables.ts";
import { startProxy, TEST_AUTHORITY, type TestProxy } from "../../../testing/startProxy.ts";
import { migrationsFolder, silent } from "../../../testing/startTestStores.ts";
import { createDatabase, TEMPLATE_DATABASE, urlOf } from "../../../testing/testDatabase.ts";
import { readConfig } from "../../config/config.ts";
import { RecordsError } from "../../errors/recordsError.ts";
import type { Records } from "./records.ts";
import { startRecords } from "./startRecords.ts";

const server = inject("postgresUrl");
/** Maximum connections of a pg pool. */
const CONNECTIONS = 10;
let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await newDatabase(TEMPLATE_DATABASE);
});

/** @returns the URL of a new database; without a template, it is empty. */
async function newDatabase(template?: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(server, name, template);
  return urlOf(server, name);
}

/** Starts an instance's record store, which is stopped after the test. */
async function start(url = databaseUrl): Promise<Records> {
  const options = { dataDir: "", migrationsFolder, preparedFolder: null, log: silent };
  const records = await startRecords({ ...options, databaseUrl: url });
  onTestFinished(records.stop);
  return records;
}

/** Ends connections the way a restart of PostgreSQL does. @param query their last statement. */
async function endConnections(query: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rowCount } = await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE $1`,
    [query],
  );
  await client.end();
  return rowCount ?? 0;
}

const errorOf = (url: string) =>
  start(url).then(
    () => null,
    (error: unknown) => error,
  );

describe("PostgreSQL as the record store", () => {
  it("names the variable but not the password when the server is unreachable or has no such database", async () => {
    const unreachable = await errorOf("postgres://owner:secret@127.0.0.1:9/marquee");
    expect(unreachable).toBeInstanceOf(RecordsError);
    expect(String(unreachable)).toMatch(/DATABASE_URL.*ECONNREFUSED/);
    expect(String(unreachable)).not.toContain("secret");
    const missing = await errorOf(urlOf(server, "no_such_database").replace("@", ":secret@"));
    expect(String(missing)).toMatch(/DATABASE_URL.*database "no_such_database" does not exist/);
    expect(String(missing)).not.toContain("secret");
  });

  it("migrates an empty database once when several instances start together", async () => {
    const url = await newDatabase();
    const instances = await Promise.all([start(url), start(url), start(url)]);
    const [first] = instances;
    await first.db.insert(accounts).values({ email: "a@b.example", passwordHash: "-", role: "owner" });
    for (const { db } of instances) expect(await db.select().from(accounts)).toHaveLength(1);
  });

  it("notifies the other instances", async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const heard = vi.fn();
    onTestFinished(await other.listen("changes", heard));
    await one.announce("changes");
    await vi.waitUntil(() => heard.mock.calls.length === 1);
  });

  it("listens again after its connection was lost, and says so, because notifications may have been missed", async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const heard = vi.fn();
    onTestFinished(await other.listen("changes", heard));
    expect(await endConnections("LISTEN%")).toBe(1);
    await vi.waitUntil(() => heard.mock.calls.length === 1, { timeout: 30_000 });
    await one.announce("changes");
    await vi.waitUntil(() => heard.mock.calls.length === 2);
  });

  it("tries to listen again once a second while the server is down, not more often", async () => {
    const proxy = await throughProxy();
    const records = await start(proxy.url);
    const heard = vi.fn();
    onTestFinished(await records.listen("changes", heard));
    proxy.refuse();
    await vi.waitUntil(() => proxy.refusedAt.length >= 3, { timeout: 60_000 });
    const [first = 0, , third = 0] = proxy.refusedAt;
    // Each failed attempt used to cause two.
    expect(third - first).toBeGreaterThan(1900);
    proxy.open();
    await vi.waitUntil(() => heard.mock.calls.length === 1, { timeout: 60_000 });
  });

  it("works again after all its connections were lost", async () => {
    const { db, check } = await start();
    await db.execute(sql`select 1`);
    expect(await endConnections("%")).toBeGreaterThan(0);
    await vi.waitUntil(async () => (await check()) === "ok", { timeout: 30_000 });
    expect(await db.select().from(accounts)).toEqual([]);
  });

  it("receives notifications again after its connection was silently dropped, as by a firewall", async () => {
    const proxy = await throughProxy();
    const [one, other] = await Promise.all([start(), start(proxy.url)]);
    const heard = vi.fn();
    onTestFinished(await other.listen("changes", heard));
    proxy.strand();
    await one.announce("changes");
    await vi.waitUntil(() => heard.mock.calls.length === 1, { timeout: 60_000 });
  });

  it("trusts a configured private authority, and no other", async () => {
    const proxy = await throughProxy("postgres");
    const env = { DATABASE_URL: proxy.url, SECRETS_KEY: randomBytes(32).toString("base64") };
    const { databaseUrl: url } = readConfig({ ...env, DATABASE_CA_FILE: TEST_AUTHORITY });
    expect(await (await start(url ?? "")).check()).toBe("ok");
    expect(String(await errorOf(`${proxy.url}?sslmode=verify-full`))).toMatch(
      /DATABASE_URL.*certificate.*DATABASE_CA_FILE/,
    );
  });

  it("answers within its limits while the server is frozen, and works again afterwards", async () => {
    const proxy = await throughProxy();
    const { db, check } = await start(proxy.url);
    await db.execute(sql`select 1`);
    proxy.freeze();
    expect(await check()).toBe("unavailable");
    proxy.open();
    await vi.waitUntil(async () => (await check()) === "ok", { timeout: 60_000 });
  });

  it("reports that the server is read-only, as after a failover to a standby", async () => {
    const name = await newDatabase(TEMPLATE_DATABASE);
    const { check } = await start(name);
    expect(await check()).toBe("ok");
    const client = new pg.Client({ connectionString: name });
    await client.connect();
    await client.query(
      `ALTER DATABASE ${client.escapeIdentifier(new URL(name).pathname.slice(1))} SET default_transaction_read_only = on`,
    );
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    await client.end();
    await vi.waitUntil(async () => (await check()) === "read-only", { timeout: 30_000 });
  });

  it("survives a transaction whose connection is lost, and gets all connections back", async () => {
    const { db, check } = await start();
    const lost = Array.from({ length: CONNECTIONS + 1 }, () =>
      db.transaction((tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)),
    );
    for (const { status } of await Promise.allSettled(lost)) expect(status).toBe("rejected");
    await vi.waitUntil(async () => (await check()) === "ok", { timeout: 30_000 });
  });

  it("gives back connections on which a transaction could not begin", async () => {
    const proxy = await throughProxy();
    const { db, check } = await start(proxy.url);
    // Each has its connection before the server is gone.
    await Promise.all(Array.from({ length: CONNECTIONS }, () => db.execute(sql`select pg_sleep(0.1)`)));
    proxy.refuse();
    const begun = Array.from({ length: 3 * CONNECTIONS }, () => db.transaction(async () => undefined));
    for (const { status } of await Promise.allSettled(begun)) expect(status).toBe("rejected");
    proxy.open();
    await vi.waitUntil(async () => (await check()) === "ok", { timeout: 30_000 });
  });

  it("lets one instance at a time run alone, and the next one after the first has failed", async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const order: string[] = [];
    let fail: (error: Error) => void = () => undefined;
    let began: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const first = one.alone(async () => {
      order.push("first begins");
      began();
      await new Promise((_, reject) => {
        fail = reject;
      }).finally(() => order.push("first ends"));
    });
    await hasBegun;
    const second = other.alone(async () => order.push("second"));
    // The second one has tried to get the lock.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(order).toEqual(["first begins"]);
    fail(new Error("disk full"));
    await expect(first).rejects.toThrow("disk full");
    await second;
    expect(order).toEqual(["first begins", "first ends", "second"]);
  });
});

/** A proxy to the server, with its URL. */
async function throughProxy(tls?: "postgres"): Promise<TestProxy & { url: string }> {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const path = join(decodeURIComponent(hostname), `.s.PGSQL.${port}`);
  const proxy = await startProxy({ target: () => ({ path }), ...(tls && { tls }) });
  onTestFinished(proxy.stop);
  return { ...proxy, url: `postgres://postgres@127.0.0.1:${proxy.port}${pathname}` };
}

describe("compacting tables", () => {
  const SECRET = "zqerased";
  async function withDeletedRows() {
    const url = await newDatabase(TEMPLATE_DATABASE);
    const records = await start(url);
    const rows = Array.from({ length: 300 }, (_, index) => ({
      subject: `${SECRET}-${index}`,
      requestedBy: "visitor",
      requestedAt: new Date(0),
    }));
    await records.db.insert(dataExports).values(rows);
    await records.db.execute(sql`analyze data_exports`);
    await records.db.delete(dataExports);
    await records.db
      .insert(dataExports)
      .values({ subject: "kept", requestedBy: "visitor", requestedAt: new Date(0) });
    return { url, records };
  }
  const read = async <Row>({ db }: Records, query: string) =>
    ((await db.execute(sql.raw(query))) as unknown as { rows: Row[] }).rows;
  const pagesOf = async (records: Records) =>
    (await read<{ pages: string }>(records, "select pg_relation_size('data_exports') / 8192 as pages"))[0]
      ?.pages;
  const statistics = (records: Records) =>
    read<{ values: string }>(
      records,
      `select coalesce(most_common_vals::text, '') || coalesce(histogram_bounds::text, '') as values from pg_stats where tablename = 'data_exports'`,
    );

  it("rewrites them without removed rows, and replaces statistics that have their values", async () => {
    const { records } = await withDeletedRows();
    expect(Number(await pagesOf(records))).toBeGreaterThan(1);
    expect(JSON.stringify(await statistics(records))).toContain(SECRET);
    expect(await records.compact(["data_exports"])).toEqual([]);
    expect(Number(await pagesOf(records))).toBe(1);
    expect(JSON.stringify(await statistics(records))).not.toContain(SECRET);
    expect((await records.db.select().from(dataExports)).map(({ subject }) => subject)).toEqual(["kept"]);
  });

  it("skips tables without changed or removed rows since, whichever instance compacted them", async () => {
    const { url, records } = await withDeletedRows();
    const tables = ["data_exports", "leads"];
    const filesOf = async () =>
      (
        await read<{ file: string }>(
          records,
          `select relfilenode::text as file from pg_class where relname in ('data_exports', 'leads') order by relname`,
        )
      ).map(({ file }) => file);
    const insert = (subject: string) =>
      records.db.insert(dataExports).values({ subject, requestedBy: "visitor", requestedAt: new Date(0) });
    await records.compact(tables);
    const compacted = await filesOf();
    await insert("next");
    const other = await start(url);
    await other.compact(tables);
    expect(await filesOf()).toEqual(compacted);
    await records.db.delete(dataExports);
    // Resets the server's count of dead rows, but leaves the bytes.
    await records.db.execute(sql`vacuum data_exports`);
    await insert("last");
    await other.compact(tables);
    const [exports, leads] = await filesOf();
    expect(exports).not.toBe(compacted[0]);
    expect(leads).toBe(compacted[1]);
  });

  it("does not block others for a table in use, and reports that it was skipped", async () => {
    const { url, records } = await withDeletedRows();
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query("BEGIN; SELECT * FROM data_exports");
    try {
      expect(await records.compact(["data_exports"])).toEqual(["data_exports"]);
      expect((await records.db.select().from(dataExports)).map(({ subject }) => subject)).toEqual(["kept"]);
    } finally {
      await reader.end();
    }
    expect(await records.compact(["data_exports"])).toEqual([]);
    expect(Number(await pagesOf(records))).toBe(1);
  });
});

import { createHash } from "node:crypto";
import pg from "pg";

/**
 * Database with the current schema that others are cloned from. Nothing may be connected to it while cloning.
 */
export const TEMPLATE_DATABASE = "template_marquee";
/** Variable with the URL of the PostgreSQL server that tests use; without it, they use PGlite. */
export const TEST_POSTGRES = "TEST_POSTGRES_URL";
const ALREADY_EXISTS = "42P04";

/**
 * The record store of a data folder in tests that run on PostgreSQL: a database of its own, cloned when the folder is used first.
 * @returns its URL; null in tests that run on PGlite.
 */
export async function databaseOf(dataDir: string): Promise<string | null> {
  const server = process.env[TEST_POSTGRES];
  if (!server) return null;
  const name = `data_${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`;
  await createDatabase(server, name, TEMPLATE_DATABASE);
  return urlOf(server, name);
}

/** Creates a database, unless it exists. @param server URL of any database on the same server. */
export async function createDatabase(server: string, name: string, template = "template0"): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== ALREADY_EXISTS) throw error;
  } finally {
    await client.end();
  }
}

/** URL of another database on the same server. */
export function urlOf(server: string, database: string): string {
  return server.replace(/[^/]*$/, database);
}

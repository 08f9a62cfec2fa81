import { join } from "node:path";
import { Session } from "chdb";

export interface StoredEvent {
  event: string;
  /** Number of copies that queries see; more than 1 if the event was counted twice. */
  copies: number;
}

/** Reads track events whose name begins with `prefix` from the embedded store in `dataDir`. The server must be stopped. */
export function readStoredEvents(dataDir: string, prefix: string): StoredEvent[] {
  const session = new Session(join(dataDir, "events"));
  try {
    const answer = session.query(
      `SELECT event, toUInt32(count()) AS copies FROM events_unique WHERE startsWith(event, '${prefix}') GROUP BY event`,
      "JSONEachRow",
    );
    return answer
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as StoredEvent);
  } finally {
    session.close();
  }
}

/** Number of events in the embedded store in `dataDir`, each message once. The server must be stopped. */
export function countStoredEvents(dataDir: string): number {
  const session = new Session(join(dataDir, "events"));
  try {
    return Number(session.query("SELECT count() FROM events_unique", "TabSeparated"));
  } finally {
    session.close();
  }
}

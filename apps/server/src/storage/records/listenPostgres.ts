import { ONE_SECOND } from "@marquee/contract";
import pg from "pg";
import type { Logger } from "pino";

interface ListenOptions {
  databaseUrl: string;
  channel: string;
  /** Called for each notification, and after a connection was lost and found again: something may have been said meanwhile. */
  onNotify: () => void;
  log: Logger;
}

const RECONNECT_AFTER = ONE_SECOND;

/** Follows a channel of LISTEN/NOTIFY on a connection of its own. @returns a function that ends it. */
export async function listenPostgres({ databaseUrl, channel, onNotify, log }: ListenOptions) {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | null = null;

  const connect = async () => {
    const opened = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    opened.on("notification", onNotify);
    opened.on("error", (error) => log.warn({ err: error }, "Lost the connection that listens for changes."));
    opened.on("end", () => {
      if (!isStopped) timer = setTimeout(reconnect, RECONNECT_AFTER);
    });
    await opened.connect();
    await opened.query(`LISTEN ${opened.escapeIdentifier(channel)}`);
    client = opened;
  };
  const reconnect = async () => {
    try {
      await connect();
      onNotify();
    } catch {
      if (!isStopped) timer = setTimeout(reconnect, RECONNECT_AFTER);
    }
  };

  await connect();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end();
  };
}

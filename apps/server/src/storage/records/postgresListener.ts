import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import pLimit from "p-limit";
import type pg from "pg";
import type { Logger } from "pino";
import { limitedConfig, PostgresClient } from "./postgresClient.ts";
import type { Records } from "./records.ts";

/** Hears the notifications of all channels on one connection. */
export interface PostgresListener extends Pick<Records, "listen"> {
  stop(): Promise<void>;
}

interface ListenerOptions {
  databaseUrl: string;
  log: Logger;
}

const RECONNECT_AFTER: Milliseconds = ONE_SECOND;
/** A connection that a firewall or a failover has cut silently hears nothing more, and no error. */
const HEARTBEAT_INTERVAL: Milliseconds = 10 * ONE_SECOND;
const HEARTBEAT_TIMEOUT: Milliseconds = 5 * ONE_SECOND;

/**
 * Listens on a connection of its own, and connects again when that is lost or silent. Every channel is called back then, because notifications may have
 * been missed in between.
 */
export function createPostgresListener({ databaseUrl, log }: ListenerOptions): PostgresListener {
  const channels = new Map<string, Set<() => void>>();
  const inTurn = pLimit(1);
  let isStopped = false;
  let wasLost = false;
  let timer: NodeJS.Timeout | undefined;
  let connection: Promise<PostgresClient> | null = null;

  const notify = (channel: string) => {
    for (const onNotify of channels.get(channel) ?? []) onNotify();
  };
  const open = async (): Promise<PostgresClient> => {
    const client = new PostgresClient(limitedConfig(databaseUrl, HEARTBEAT_TIMEOUT));
    client.on("notification", ({ channel }) => notify(channel));
    client.on("error", (error) => {
      if (!isStopped) log.warn({ err: error }, "Lost the connection that listens for changes.");
    });
    try {
      await client.connect();
      for (const channel of channels.keys()) await subscribe(client, channel);
    } catch (error) {
      await client.end();
      throw error;
    }
    // A query without an answer ends the connection.
    const beat = () => inTurn(() => (client as pg.Client).query("SELECT 1")).catch(() => undefined);
    const heartbeat = setInterval(beat, HEARTBEAT_INTERVAL);
    client.once("end", () => {
      clearInterval(heartbeat);
      reconnectLater();
    });
    return client;
  };
  const connect = () => {
    connection = open();
    connection.then(() => {
      if (wasLost) for (const channel of channels.keys()) notify(channel);
      wasLost = false;
    }, reconnectLater);
    return connection;
  };
  const reconnectLater = () => {
    wasLost = true;
    connection = null;
    if (!isStopped) timer = setTimeout(connect, RECONNECT_AFTER);
  };

  return {
    async listen(channel, onNotify) {
      const callbacks = channels.get(channel) ?? new Set();
      const isNew = callbacks.size === 0;
      channels.set(channel, callbacks.add(onNotify));
      const client = await (connection ?? (wasLost ? null : connect()))?.catch(() => null);
      // A connection that is lost meanwhile is followed by one that hears every channel.
      if (client && isNew) await inTurn(() => subscribe(client, channel)).catch(() => undefined);
      return async () => {
        callbacks.delete(onNotify);
      };
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const client = await connection?.catch(() => null);
      await client?.end();
    },
  };
}

async function subscribe(client: pg.Client, channel: string): Promise<void> {
  await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
}

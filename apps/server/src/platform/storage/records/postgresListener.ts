import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import pLimit from "p-limit";
import type pg from "pg";
import type { Logger } from "pino";
import { RecordsUnavailableError } from "../../errors/recordsError.ts";
import { holdStatement } from "./instances.ts";
import { HEARTBEAT_TIMEOUT, limitedConfig, PostgresClient, startHeartbeat } from "./postgresClient.ts";
import type { Records } from "./records.ts";

/** Receives notifications of all channels on one connection, which also marks the instance as running. */
export interface PostgresListener extends Pick<Records, "listen"> {
  /** Holds the lock of an instance, see {@link holdStatement}, and reacquires it after a lost connection. @throws if it can't be acquired now. */
  hold(instance: number): Promise<void>;
  stop(): Promise<void>;
}

interface ListenerOptions {
  databaseUrl: string;
  log: Logger;
}

const RECONNECT_AFTER: Milliseconds = ONE_SECOND;

/**
 * Listens on a separate connection, and reconnects when that is lost or silent. Then every channel is called back, because notifications may have been
 * missed in between.
 */
export function createPostgresListener({ databaseUrl, log }: ListenerOptions): PostgresListener {
  const channels = new Map<string, Set<() => void>>();
  const inTurn = pLimit(1);
  let isStopped = false;
  let wasLost = false;
  let timer: NodeJS.Timeout | undefined;
  let connection: Promise<PostgresClient> | null = null;
  let instance: number | null = null;
  const holders = new WeakSet<pg.Client>();

  const notify = (channel: string) => {
    for (const onNotify of channels.get(channel) ?? []) onNotify();
  };
  /** The server may not have noticed the lost connection yet, so retry with each heartbeat. */
  const holdOn = async (client: pg.Client) => {
    if (instance === null || holders.has(client)) return;
    const { rows } = await client.query<{ held: boolean }>(holdStatement(instance));
    if (rows[0]?.held) holders.add(client);
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
      await holdOn(client);
    } catch (error) {
      await client.end();
      throw error;
    }
    startHeartbeat(client, (ask) =>
      inTurn(async () => {
        await ask();
        await holdOn(client);
      }),
    );
    client.once("end", reconnectLater);
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
      // If the connection is lost meanwhile, the next one listens to every channel.
      if (client && isNew) await inTurn(() => subscribe(client, channel)).catch(() => undefined);
      return async () => {
        callbacks.delete(onNotify);
      };
    },
    async hold(id) {
      instance = id;
      if (!connection && wasLost) throw new RecordsUnavailableError();
      const client = await (connection ?? connect());
      await inTurn(() => holdOn(client));
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

import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import { EventStoreUnavailableError } from "../../errors/eventStoreError.ts";

/** Reconciling relies on it: no row becomes visible later than this after its `inserted_at`. */
export const REQUEST_TIMEOUT: Milliseconds = 35 * ONE_SECOND;

interface ConnectOptions {
  url: string;
  /** Certificates of the authorities that sign the store's, as PEM; null for those that Node trusts. */
  ca: string | null;
  requestTimeout?: Milliseconds;
}

/** A client of the store. Its own logging is off because the callers log errors. */
export function connect({ url, ca, requestTimeout = REQUEST_TIMEOUT }: ConnectOptions): ClickHouseClient {
  return createClient({
    url,
    request_timeout: requestTimeout,
    max_open_connections: 16,
    log: { level: ClickHouseLogLevel.OFF },
    ...(ca !== null && { tls: { ca_cert: Buffer.from(ca) } }),
  });
}

/** A client for the store's current address. */
export interface CurrentClient {
  /** @throws {EventStoreUnavailableError} while there is none. */
  (): Promise<ClickHouseClient>;
  close(): Promise<void>;
}

/** Keeps one client for the current URL, which changes with each restart of the embedded engine. */
export function watchUrl(
  currentUrl: () => string | null | Promise<string | null>,
  ca: string | null,
): CurrentClient {
  let open: { url: string; client: ClickHouseClient } | null = null;
  const clientOf = async () => {
    const url = await currentUrl();
    if (!url) throw new EventStoreUnavailableError();
    if (open?.url === url) return open.client;
    open?.client.close().catch(() => undefined);
    open = { url, client: connect({ url, ca }) };
    return open.client;
  };
  return Object.assign(clientOf, {
    close: async () => {
      await open?.client.close();
    },
  });
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import type { GrowthbookConfig } from "../../config/growthbookConfig.ts";
import { writeAtomically } from "../../storage/writeAtomically.ts";
import { EMPTY_PAYLOAD, parseRemotePayload, type RemotePayload } from "./remotePayload.ts";

const TIMEOUT = 10 * ONE_SECOND;

const MAX_BYTES = 5 * 1024 ** 2;

/** Response of the API: its JSON text, what of it can be used, and its ETag. */
interface RemoteResponse {
  text: string;
  payload: RemotePayload;
  etag: string | null;
}

/** Features managed in GrowthBook instead of the console. */
export interface RemoteFeatures {
  current(): RemotePayload;
  onChange(listener: () => void): void;
  stop(): void;
}

interface RemoteOptions {
  config: GrowthbookConfig;
  dataDir: string;
  log: Logger;
  /** Milliseconds between requests; one minute by default. */
  interval?: number;
}

/**
 * Polls the payload of GrowthBook's API. If the API is unreachable or its response is invalid, the last valid payload stays in use, also
 * after a restart: a copy is stored in `DATA_DIR/growthbook.json`. Without API and copy there are no features, and a warning is logged.
 */
export async function startRemoteFeatures(options: RemoteOptions): Promise<RemoteFeatures> {
  const { config, dataDir, log, interval = ONE_MINUTE } = options;
  const file = join(dataDir, "growthbook.json");
  const listeners: (() => void)[] = [];
  let known: RemoteResponse = await readCopy(file, config);

  const refresh = async () => {
    const response = await fetchPayload(config, known.etag);
    if (!response) return;
    const isNew = JSON.stringify(response.payload) !== JSON.stringify(known.payload);
    known = response;
    if (!isNew) return;
    for (const { flag, rule, problem } of known.payload.problems)
      log.warn(
        `Rule ${rule} of the GrowthBook flag ${flag} ${problem}. That rule and those below it are not used.`,
      );
    for (const listener of listeners) listener();
    await writeAtomically(file, JSON.stringify({ source: sourceOf(config), payload: known.text }));
  };
  const refreshOrKeep = () =>
    refresh().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(`Failed to read GrowthBook (${reason}); keeping the current features.`);
    });

  await refreshOrKeep();
  const timer = setInterval(refreshOrKeep, interval).unref();
  return {
    current: () => known.payload,
    onChange: (listener) => listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}

/** Identifies the connection, so a copy from another connection is not used. */
function sourceOf({ apiHost, clientKey }: GrowthbookConfig): string {
  return `${apiHost} ${clientKey}`;
}

/** The stored response. It has no ETag, so that the first request loads the payload again. */
async function readCopy(file: string, config: GrowthbookConfig): Promise<RemoteResponse> {
  const none: RemoteResponse = { text: "", payload: EMPTY_PAYLOAD, etag: null };
  const copy = await readFile(file, "utf8").catch(() => null);
  if (copy === null) return none;
  try {
    // Only `startRemoteFeatures` writes this file.
    const { source, payload: text } = JSON.parse(copy) as { source: string; payload: string };
    return source === sourceOf(config) ? { text, payload: parseRemotePayload(text), etag: null } : none;
  } catch {
    return none;
  }
}

/**
 * Fetches the features of an SDK connection from GrowthBook's API
 * (https://docs.growthbook.io/lib/build-your-own).
 * @param etag of the known payload.
 * @returns null if it is unchanged.
 * @throws if the API times out, rejects the request or returns an invalid response.
 */
async function fetchPayload(
  { apiHost, clientKey }: GrowthbookConfig,
  etag: string | null,
): Promise<RemoteResponse | null> {
  const response = await fetch(`${apiHost}/api/features/${clientKey}`, {
    headers: { accept: "application/json", ...(etag !== null && { "if-none-match": etag }) },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (response.status === 304) return null;
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`GrowthBook responded with ${response.status}; check GROWTHBOOK_CLIENT_KEY`);
  }
  const text = await readBounded(response);
  return { text, payload: parseRemotePayload(text), etag: response.headers.get("etag") };
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error(`the response exceeds ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

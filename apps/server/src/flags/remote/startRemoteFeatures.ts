import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import Type from "typebox";
import { Compile } from "typebox/compile";
import type { GrowthbookConfig } from "../../config/growthbookConfig.ts";
import { writeAtomically } from "../../storage/writeAtomically.ts";
import type { Features } from "../buildPayload.ts";

const Rules = Type.Array(Type.Object({}), { maxItems: 1000 });

const PayloadSchema = Type.Object({
  features: Type.Record(Type.String(), Type.Object({ rules: Type.Optional(Rules) })),
});

const validator = Compile(PayloadSchema);

const TIMEOUT = 10 * ONE_SECOND;

const MAX_BYTES = 5 * 1024 ** 2;

/** Response of the API with its ETag. */
interface RemotePayload {
  features: Features;
  etag: string | null;
}

/** Features managed in GrowthBook instead of the console. */
export interface RemoteFeatures {
  features(): Features;
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
  let known: RemotePayload = { features: await readCopy(file, config), etag: null };

  const refresh = async () => {
    const payload = await fetchPayload(config, known.etag);
    if (!payload) return;
    const isNew = JSON.stringify(payload.features) !== JSON.stringify(known.features);
    known = payload;
    if (!isNew) return;
    for (const listener of listeners) listener();
    await writeAtomically(file, JSON.stringify({ source: sourceOf(config), features: known.features }));
  };
  const refreshOrKeep = () =>
    refresh().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(`Failed to read GrowthBook (${reason}); keeping the current features.`);
    });

  await refreshOrKeep();
  const timer = setInterval(refreshOrKeep, interval).unref();
  return {
    features: () => known.features,
    onChange: (listener) => listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}

/** Identifies the connection, so a copy from another connection is not used. */
function sourceOf({ apiHost, clientKey }: GrowthbookConfig): string {
  return `${apiHost} ${clientKey}`;
}

async function readCopy(file: string, config: GrowthbookConfig): Promise<Features> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return {};
  try {
    // Only `startRemoteFeatures` writes this file.
    const { source } = JSON.parse(text) as { source: string };
    return source === sourceOf(config) ? parseFeatures(text) : {};
  } catch {
    return {};
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
): Promise<RemotePayload | null> {
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
  const features = parseFeatures(await readBounded(response));
  return { features, etag: response.headers.get("etag") };
}

/** @throws {Error} if the text is not JSON, or its payload is encrypted or invalid. */
function parseFeatures(text: string): Features {
  const payload: unknown = JSON.parse(text);
  // GrowthBook's evaluation ignores unknown properties of a rule.
  if (validator.Check(payload)) return payload.features as Features;
  const isEncrypted = typeof payload === "object" && payload !== null && "encryptedFeatures" in payload;
  if (isEncrypted) throw new Error("the payload is encrypted; turn that off for this SDK connection");
  throw new Error("the response is not a list of features");
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

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ONE_MINUTE } from "@marquee/contract";
import type { Logger } from "pino";
import type { GrowthbookConfig } from "../../config/growthbookConfig.ts";
import { writeAtomically } from "../../storage/writeAtomically.ts";
import type { Features } from "../buildPayload.ts";
import { fetchPayload, parseFeatures, type RemotePayload } from "./fetchPayload.ts";

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
  /** Time after which what is known is looked at again, in milliseconds. */
  interval?: number;
}

/**
 * Follows a payload of GrowthBook's API. While it is away, or says nonsense, the last good one stays, over restarts too: it lies in
 * `DATA_DIR/growthbook.json`. A start without the API and without a copy has no features of it, and says so.
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

/** A copy of another connection must not come back. */
function sourceOf({ apiHost, clientKey }: GrowthbookConfig): string {
  return `${apiHost} ${clientKey}`;
}

async function readCopy(file: string, config: GrowthbookConfig): Promise<Features> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return {};
  try {
    // Written above alone.
    const { source } = JSON.parse(text) as { source: string };
    return source === sourceOf(config) ? parseFeatures(text) : {};
  } catch {
    return {};
  }
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import type { GrowthbookConfig } from "../../../platform/config/growthbookConfig.ts";
import { errorMessage } from "../../../platform/errors/errorMessage.ts";
import type { AddressPolicy } from "../../../platform/http/addressPolicy.ts";
import { guardedRequest } from "../../../platform/http/guardedRequest.ts";
import { plainWords } from "../../../platform/log/plainWords.ts";
import { writeAtomically } from "../../../platform/storage/writeAtomically.ts";
import { followConnection } from "../../connections/followConnection.ts";
import type { Connections } from "../../connections/startConnections.ts";
import { EMPTY_PAYLOAD, parseRemotePayload, type RemotePayload } from "./remotePayload.ts";

const TIMEOUT = 10 * ONE_SECOND;

const MAX_BYTES = 5 * 1024 ** 2;

/** Response of the API: its JSON text, its usable part, and its ETag. */
interface RemoteResponse {
  text: string;
  payload: RemotePayload;
  etag: string | null;
}

interface PayloadRequest extends Pick<RemoteOptions, "config" | "policy"> {
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
  policy: AddressPolicy;
  dataDir: string;
  log: Logger;
  /** Called after each request, with the failure reason, or null. */
  onResult?: (error: string | null) => void;
  /** Milliseconds between requests; one minute by default. */
  interval?: number;
}

interface FollowOptions extends Pick<RemoteOptions, "dataDir" | "log"> {
  connections: Pick<Connections, "read" | "onChange" | "recordResult">;
}

/** The features of the connected GrowthBook; none while it is not connected. */
export async function followRemoteFeatures({
  connections,
  dataDir,
  log,
}: FollowOptions): Promise<RemoteFeatures> {
  const onResult = (error: string | null) => void connections.recordResult("growthbook", error);
  const { current, ...followed } = await followConnection({
    connections,
    kind: "growthbook",
    start: ({ settings, policy }) =>
      startRemoteFeatures({ config: settings, policy, dataDir, log, onResult }),
    log,
  });
  return { ...followed, current: () => current()?.current() ?? EMPTY_PAYLOAD };
}

/**
 * Polls the payload of GrowthBook's API. If the API is unreachable or its response is invalid, the last valid payload stays in use, even
 * after a restart: a copy is stored in `DATA_DIR/growthbook.json`. Without API and copy there are no features, and a warning is logged.
 */
export async function startRemoteFeatures(options: RemoteOptions): Promise<RemoteFeatures> {
  const { config, policy, dataDir, log, onResult, interval = ONE_MINUTE } = options;
  const file = join(dataDir, "growthbook.json");
  const listeners: (() => void)[] = [];
  let latest: RemoteResponse = await readCopy(file, config);
  let isStopped = false;

  const refresh = async () => {
    const response = await fetchPayload({ config, policy, etag: latest.etag });
    if (isStopped) return;
    onResult?.(null);
    if (!response) return;
    const isNew = JSON.stringify(response.payload) !== JSON.stringify(latest.payload);
    latest = response;
    if (!isNew) return;
    for (const { flag, rule, problem } of latest.payload.problems)
      log.warn(
        `Rule ${rule} of the GrowthBook flag ${flag} ${problem}. That rule and those below it are not used.`,
      );
    for (const listener of listeners) listener();
    await writeAtomically(file, JSON.stringify({ source: sourceOf(config), payload: latest.text }));
  };
  const refreshOrKeep = () =>
    refresh().catch((error: unknown) => {
      if (isStopped) return;
      const reason = errorMessage(error);
      onResult?.(reason);
      log.warn(`Failed to read GrowthBook (${plainWords(reason)}); keeping the current features.`);
    });

  await refreshOrKeep();
  const timer = setInterval(refreshOrKeep, interval).unref();
  return {
    current: () => latest.payload,
    onChange: (listener) => listeners.push(listener),
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
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
 * @param request `etag` is of the known payload.
 * @returns null if it is unchanged.
 * @throws if the API times out, rejects the request or returns an invalid response.
 */
async function fetchPayload({ config, policy, etag }: PayloadRequest): Promise<RemoteResponse | null> {
  const { status, headers, body } = await guardedRequest({
    url: featuresUrl(config),
    policy,
    headers: { accept: "application/json", ...(etag !== null && { "if-none-match": etag }) },
    timeout: TIMEOUT,
    maxBytes: MAX_BYTES,
  });
  if (status === 304) return null;
  if (status < 200 || status > 299)
    throw new Error(`GrowthBook responded with ${status}; check the client key`);
  const text = body.toString("utf8");
  return { text, payload: parseRemotePayload(text), etag: headers.etag ?? null };
}

/** URL of an SDK connection's features in GrowthBook's API. */
export function featuresUrl({ apiHost, clientKey }: GrowthbookConfig): string {
  return `${apiHost}/api/features/${clientKey}`;
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ONE_MINUTE } from "@marquee/contract";
import type { Logger } from "pino";
import type { ContentfulConfig } from "../../../platform/config/contentfulConfig.ts";
import { logProblem } from "../../../platform/errors/contentError.ts";
import { errorMessage } from "../../../platform/errors/errorMessage.ts";
import type { AddressPolicy } from "../../../platform/http/addressPolicy.ts";
import { plainWords } from "../../../platform/log/plainWords.ts";
import { writeAtomically } from "../../../platform/storage/writeAtomically.ts";
import { followConnection } from "../../connections/followConnection.ts";
import type { Connections } from "../../connections/startConnections.ts";
import type { ParsedPage } from "../parsePageFile.ts";
import { type ContentfulSpace, fetchSpace } from "./fetchSpace.ts";
import { reshapeSpace } from "./reshapeSpace.ts";

/** A source of pages outside the content folder, which can change. */
export interface PageSource {
  pages(): readonly ParsedPage[];
  onChange(listener: () => void): void;
  stop(): void;
}

interface ContentfulOptions {
  config: ContentfulConfig;
  policy: AddressPolicy;
  dataDir: string;
  log: Logger;
  /** Called after each request, with the failure reason, or null. */
  onResult?: (error: string | null) => void;
  /** Time between two requests, in milliseconds. */
  interval?: number;
}

interface FollowOptions extends Pick<ContentfulOptions, "dataDir" | "log"> {
  connections: Pick<Connections, "read" | "onChange" | "recordResult">;
}

/** The pages of the connected Contentful space; none while it is not connected. */
export async function followContentful({ connections, dataDir, log }: FollowOptions): Promise<PageSource> {
  const onResult = (error: string | null) => void connections.recordResult("contentful", error);
  const { current, ...followed } = await followConnection({
    connections,
    kind: "contentful",
    start: ({ settings, secrets, policy }) =>
      startContentful({ config: { ...settings, ...secrets }, policy, dataDir, log, onResult }),
    log,
  });
  return { ...followed, pages: () => current()?.pages() ?? [] };
}

/**
 * Polls the pages of a Contentful space. While Contentful is unavailable, the last good copy is used, also after
 * restarts: it is stored in `DATA_DIR/contentful.json`. Without Contentful and without a copy, a start has no pages from
 * it and logs a warning.
 */
export async function startContentful(options: ContentfulOptions): Promise<PageSource> {
  const { config, policy, dataDir, log, onResult, interval = ONE_MINUTE } = options;
  const file = join(dataDir, "contentful.json");
  const listeners: (() => void)[] = [];
  let pages: readonly ParsedPage[] = [];
  let currentCopy = "";
  let isStopped = false;

  const use = (space: ContentfulSpace): boolean => {
    const copy = JSON.stringify({ source: sourceOf(config), space });
    if (copy === currentCopy) return false;
    const reshaped = reshapeSpace(space);
    for (const error of reshaped.errors) log.error(error.message);
    for (const { file: entry, problems } of reshaped.pages) {
      for (const problem of problems) logProblem(log, entry, problem);
    }
    pages = reshaped.pages;
    currentCopy = copy;
    return true;
  };
  const refresh = async () => {
    const space = await fetchSpace(config, policy);
    if (isStopped) return;
    onResult?.(null);
    if (!use(space)) return;
    await writeAtomically(file, currentCopy);
    for (const listener of listeners) listener();
  };
  const refreshOrKeep = () =>
    refresh().catch((error: unknown) => {
      if (isStopped) return;
      const reason = errorMessage(error);
      onResult?.(reason);
      log.warn(`Failed to read Contentful (${plainWords(reason)}); keeping the current pages.`);
    });

  const copy = await readCopy(file, config);
  if (copy) use(copy);
  await refreshOrKeep();
  const timer = setInterval(refreshOrKeep, interval).unref();
  return {
    pages: () => pages,
    onChange: (listener) => listeners.push(listener),
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** Identifies the source of a stored copy, so that a copy of another space is not used. */
function sourceOf({ origin, spaceId, environment, contentType }: ContentfulConfig): string {
  return [origin, spaceId, environment, contentType].join(" ");
}

async function readCopy(file: string, config: ContentfulConfig): Promise<ContentfulSpace | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    // Only `refresh` writes this file.
    const { source, space } = JSON.parse(text) as { source: string; space: ContentfulSpace };
    return source === sourceOf(config) ? space : null;
  } catch {
    return null;
  }
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ONE_MINUTE } from "@marquee/contract";
import type { Logger } from "pino";
import type { ContentfulConfig } from "../../config/contentfulConfig.ts";
import { logProblem } from "../../errors/contentError.ts";
import { writeAtomically } from "../../storage/writeAtomically.ts";
import type { ParsedPage } from "../parsePageFile.ts";
import { type ContentfulSpace, fetchSpace } from "./fetchSpace.ts";
import { reshapeSpace } from "./reshapeSpace.ts";

/** Pages that come from elsewhere and may change. */
export interface PageSource {
  pages(): readonly ParsedPage[];
  onChange(listener: () => void): void;
  stop(): void;
}

interface ContentfulOptions {
  config: ContentfulConfig;
  dataDir: string;
  log: Logger;
  /** Time between two looks, in milliseconds. */
  interval?: number;
}

/**
 * Follows the pages of a Contentful space. While it is away, the last good copy stays, over restarts too: it lies in
 * `DATA_DIR/contentful.json`. A start without Contentful and without a copy has no pages of it, and says so.
 */
export async function startContentful(options: ContentfulOptions): Promise<PageSource> {
  const { config, dataDir, log, interval = ONE_MINUTE } = options;
  const file = join(dataDir, "contentful.json");
  const listeners: (() => void)[] = [];
  let pages: readonly ParsedPage[] = [];
  let known = "";

  const use = (space: ContentfulSpace): boolean => {
    const copy = JSON.stringify({ source: sourceOf(config), space });
    if (copy === known) return false;
    const reshaped = reshapeSpace(space);
    for (const error of reshaped.errors) log.error(error.message);
    for (const { file: entry, problems } of reshaped.pages) {
      for (const problem of problems) logProblem(log, entry, problem);
    }
    pages = reshaped.pages;
    known = copy;
    return true;
  };
  const refresh = async () => {
    const space = await fetchSpace(config);
    if (!use(space)) return;
    await writeAtomically(file, known);
    for (const listener of listeners) listener();
  };
  const refreshOrKeep = () =>
    refresh().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(`Failed to read Contentful (${reason}); keeping the current pages.`);
    });

  const copy = await readCopy(file, config);
  if (copy) use(copy);
  await refreshOrKeep();
  const timer = setInterval(refreshOrKeep, interval).unref();
  return {
    pages: () => pages,
    onChange: (listener) => listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}

/** A copy of another space must not come back. */
function sourceOf({ origin, spaceId, environment, contentType }: ContentfulConfig): string {
  return [origin, spaceId, environment, contentType].join(" ");
}

async function readCopy(file: string, config: ContentfulConfig): Promise<ContentfulSpace | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    // Written by `keep` alone.
    const { source, space } = JSON.parse(text) as { source: string; space: ContentfulSpace };
    return source === sourceOf(config) ? space : null;
  } catch {
    return null;
  }
}

import { watch } from "node:fs";
import { DEFAULT_FLAGS, type FlagValues, SITE_BANNER_FLAG, type SiteBannerConfig } from "@marquee/contract";
import { FlagFileSchema } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { Compile } from "typebox/compile";
import { readJsonFile } from "../content/readJsonFile.ts";

const NAME = "flags.json";
const EXAMPLE = `{ "pricing-quiz-banner-is-active": true, "${SITE_BANNER_FLAG}": { "paths": ["/pricing"], "text": "New", "link": { "href": "/brain", "children": "See it" } } }`;
const validator = Compile(FlagFileSchema);
/** Editors write a file in several steps; the last one counts. */
const SETTLE = 50;

/** What the flags answer, from `content/flags.json`. */
export interface Flags {
  values(): FlagValues;
  /** Calls back after the answers have changed. */
  onChange(listener: () => void): void;
  stop(): void;
}

/** Reads the file and follows its changes. A later mistake in it is logged, and the last good answers stay. @throws {ContentError} */
export async function startFlags({ contentDir, log }: { contentDir: string; log: Logger }): Promise<Flags> {
  let values = await readFlags(contentDir);
  const listeners: (() => void)[] = [];
  const reload = async () => {
    try {
      values = await readFlags(contentDir);
      for (const listener of listeners) listener();
    } catch (error) {
      log.error(error instanceof Error ? error.message : String(error));
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(contentDir, (_event, name) => {
    if (name !== NAME) return;
    clearTimeout(timer);
    timer = setTimeout(reload, SETTLE);
  });
  return {
    values: () => values,
    onChange: (listener) => listeners.push(listener),
    stop() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

async function readFlags(contentDir: string): Promise<FlagValues> {
  const file = await readJsonFile({ contentDir, name: NAME, validator, example: EXAMPLE });
  const { [SITE_BANNER_FLAG]: banner, ...switches } = file as Partial<FlagValues>;
  return { ...DEFAULT_FLAGS, ...switches, [SITE_BANNER_FLAG]: withDefaults(banner) };
}

function withDefaults(banner: Partial<SiteBannerConfig> = {}): SiteBannerConfig {
  const defaults = DEFAULT_FLAGS[SITE_BANNER_FLAG];
  return { ...defaults, ...banner, link: { ...defaults.link, ...banner.link } };
}

import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import type { MeetingRouter, MeetingRoutes } from "@marquee/contract";
import { MeetingRoutesSchema } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { Compile } from "typebox/compile";
import { ContentError } from "../content/contentError.ts";
import { readJsonFile } from "../content/readJsonFile.ts";

const NAME = "meeting-routes.json";
const EXAMPLE = `{ "sales": { "rules": [{ "name": "large", "companySizes": ["1001+"], "url": "https://cal.com/you/sales", "emailParameter": "email" }], "default": { "url": "" } }, "demo": { "rules": [], "default": { "url": "" } } }`;
const validator = Compile(MeetingRoutesSchema);
/** Editors write a file in several steps; the last one counts. */
const SETTLE = 50;

/** Who is sent where to pick a time, from `content/meeting-routes.json`. */
export interface MeetingRoutesFile {
  values(): MeetingRoutes;
  stop(): void;
}

/** Reads the file and follows its changes. A later mistake is logged, and the last good routes stay. @throws {ContentError} */
export async function startMeetingRoutes(options: {
  contentDir: string;
  log: Logger;
}): Promise<MeetingRoutesFile> {
  const { contentDir, log } = options;
  let values = await readRoutes(contentDir);
  const reload = async () => {
    try {
      values = await readRoutes(contentDir);
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
    stop() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

const NO_ROUTER: MeetingRouter = { rules: [], default: { url: "" } };

/** Without the file nobody is sent anywhere: somebody writes back. */
async function readRoutes(contentDir: string): Promise<MeetingRoutes> {
  if (!existsSync(join(contentDir, NAME))) return { sales: NO_ROUTER, demo: NO_ROUTER };
  const routes = await readJsonFile({ contentDir, name: NAME, validator, example: EXAMPLE });
  for (const [router, { rules, default: fallback }] of Object.entries(routes)) {
    const names = rules.map(({ name }) => name);
    rules.forEach(({ name, url }, index) => {
      checkUrl(`${router}.rules.${index}.url`, url);
      if (name === "default" || names.indexOf(name) < index)
        throw fail(`${router}.rules.${index}.name`, `The name ${name} is taken; leads are told apart by it.`);
    });
    checkUrl(`${router}.default.url`, fallback.url);
  }
  return routes as MeetingRoutes;
}

function checkUrl(place: string, url: string): void {
  if (url !== "" && !URL.canParse(url)) throw fail(place, "This is no address.");
}

function fail(place: string, problem: string): ContentError {
  return new ContentError({ file: `content/${NAME}`, place, problem, example: EXAMPLE });
}

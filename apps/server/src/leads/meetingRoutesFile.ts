import { existsSync } from "node:fs";
import { join } from "node:path";
import type { MeetingRouter, MeetingRoutes } from "@marquee/contract";
import { MeetingRoutesSchema } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { Compile } from "typebox/compile";
import { type Followed, followContent, readJsonFile } from "../content/followContent.ts";
import { ContentError } from "../errors/contentError.ts";

const NAME = "meeting-routes.json";
const EXAMPLE = `{ "sales": { "rules": [{ "name": "large", "companySizes": ["1001+"], "url": "https://cal.com/you/sales", "emailParameter": "email" }], "default": { "url": "" } }, "demo": { "rules": [], "default": { "url": "" } } }`;
const validator = Compile(MeetingRoutesSchema);

/** Rules for which meeting calendar a lead is sent to, from `content/meeting-routes.json`. */
type MeetingRoutesFile = Followed<MeetingRoutes>;

/** Reads the file and watches it for changes. @throws {ContentError} if the file is invalid. */
export function startMeetingRoutes(options: { contentDir: string; log: Logger }): Promise<MeetingRoutesFile> {
  return followContent({ ...options, isPart: (path) => path === NAME, read: readMeetingRoutes });
}

const NO_ROUTER: MeetingRouter = { rules: [], default: { url: "" } };

/** Without the file, no lead is sent to a calendar. @throws {ContentError} if the file is invalid. */
export async function readMeetingRoutes(contentDir: string): Promise<MeetingRoutes> {
  if (!existsSync(join(contentDir, NAME))) return { sales: NO_ROUTER, demo: NO_ROUTER };
  const routes = await readJsonFile({ contentDir, name: NAME, validator, example: EXAMPLE });
  for (const [router, { rules, default: fallback }] of Object.entries(routes)) {
    const names = rules.map(({ name }) => name);
    rules.forEach(({ name, url }, index) => {
      checkUrl(`${router}.rules.${index}.url`, url);
      if (name === "default" || names.indexOf(name) < index)
        throw fail(
          `${router}.rules.${index}.name`,
          `The name ${name} is already used. Names must be unique.`,
        );
    });
    checkUrl(`${router}.default.url`, fallback.url);
  }
  return routes as MeetingRoutes;
}

function checkUrl(place: string, url: string): void {
  if (url !== "" && !URL.canParse(url)) throw fail(place, "This is not a URL.");
}

function fail(place: string, problem: string): ContentError {
  return new ContentError({ file: `content/${NAME}`, place, problem, example: EXAMPLE });
}

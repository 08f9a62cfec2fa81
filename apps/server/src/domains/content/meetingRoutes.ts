import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  MEETING_FORMS,
  MEETING_ROUTES_ITEM,
  type MeetingForm,
  type MeetingLink,
  type MeetingRouter,
  type MeetingRoutes,
  type MeetingRule,
  meetingLinkProblems,
  meetingRuleProblems,
} from "@marquee/contract";
import { MeetingRoutesSchema, type UnusedField } from "@marquee/contract/schema";
import { Compile } from "typebox/compile";
import { ContentError } from "../../platform/errors/contentError.ts";
import { readJsonFile } from "./followContent.ts";
import { MEETING_ROUTES_FILE, namesBefore } from "./meetingProblems.ts";
import { applyItem, type ItemOverlay } from "./overlay.ts";

const EXAMPLE = `{ "sales": { "rules": [{ "name": "large", "companySizes": ["1001+"], "url": "https://cal.com/you/sales", "emailParameter": "email" }], "default": { "url": "" } }, "demo": { "rules": [], "default": { "url": "" } } }`;
const validator = Compile(MeetingRoutesSchema);

/** Reads `content/meeting-routes.json`. Without it, no lead is sent to a calendar. @throws {ContentError} if the file is invalid. */
export async function readMeetingRoutes(contentDir: string): Promise<MeetingRoutes> {
  if (!existsSync(join(contentDir, MEETING_ROUTES_FILE))) return completeRoutes({});
  const written = await readJsonFile({ contentDir, name: MEETING_ROUTES_FILE, validator, example: EXAMPLE });
  const fail = (place: string, problem: string) =>
    new ContentError({ file: `content/${MEETING_ROUTES_FILE}`, place, problem, example: EXAMPLE });
  for (const [form, { rules = [], default: fallback = { url: "" } }] of Object.entries(written)) {
    rules.forEach((rule, index) => {
      const [first] = Object.entries(meetingRuleProblems(rule, namesBefore(rules, index)));
      if (first) throw fail(`${form}.rules.${index}.${first[0]}`, first[1]);
    });
    const [first] = Object.entries(meetingLinkProblems(fallback));
    if (first) throw fail(`${form}.default.${first[0]}`, first[1]);
  }
  return completeRoutes(written as Partial<Record<MeetingForm, Partial<MeetingRouter>>>);
}

/** The routes with published changes. @returns with them, what is not used. */
export function changeMeetingRoutes(
  base: MeetingRoutes,
  changes: ItemOverlay | undefined,
): { routes: MeetingRoutes; unused: UnusedField[] } {
  if (!changes) return { routes: base, unused: [] };
  const { value, unused } = applyItem({ key: MEETING_ROUTES_ITEM, base: base, changes });
  return { routes: completeRoutes(value as MeetingRoutes), unused };
}

/** Routes of all forms, their members in the order of the documentation, whatever the order in which a store has them. */
function completeRoutes(given: Partial<Record<MeetingForm, Partial<MeetingRouter>>>): MeetingRoutes {
  const routers = MEETING_FORMS.map((form): [MeetingForm, MeetingRouter] => {
    const { rules = [], default: fallback = { url: "" } } = given[form] ?? {};
    return [form, { rules: rules.map(orderedRule), default: orderedLink(fallback) }];
  });
  return Object.fromEntries(routers) as MeetingRoutes;
}

function orderedRule({ name, companySizes, locales, emailDomains, ...link }: MeetingRule): MeetingRule {
  return {
    name,
    ...(companySizes && { companySizes }),
    ...(locales && { locales }),
    ...(emailDomains && { emailDomains }),
    ...orderedLink(link),
  };
}

function orderedLink({ url, emailParameter }: MeetingLink): MeetingLink {
  return { url, ...(emailParameter !== undefined && { emailParameter }) };
}

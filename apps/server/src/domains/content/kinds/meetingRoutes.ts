import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  isJsonObject,
  type Json,
  MAX_MEETING_RULES,
  MEETING_FORMS,
  type MeetingForm,
  type MeetingLink,
  type MeetingRouter,
  type MeetingRoutes,
  type MeetingRule,
  meetingLinkProblems,
  meetingRuleProblems,
  parsePointer,
} from "@marquee/contract";
import { MeetingRoutesSchema } from "@marquee/contract/schema";
import { Compile } from "typebox/compile";
import { fileError, readJsonFile } from "../readJsonFile.ts";
import type { KindDeclaration } from "./kindDeclaration.types.ts";
import { single } from "./single.ts";

const FILE = {
  name: "meeting-routes.json",
  example: `{ "sales": { "rules": [{ "name": "large", "companySizes": ["1001+"], "url": "https://cal.com/you/sales", "emailParameter": "email" }], "default": { "url": "" } }, "demo": { "rules": [], "default": { "url": "" } } }`,
};
const validator = Compile(MeetingRoutesSchema);

/** Which booking pages leads are sent to. */
export const MEETING_ROUTES = {
  ...single("meeting-routes", ({ meetingRoutes }) => meetingRoutes),
  fieldTitle(pointer) {
    const [form, field] = parsePointer(pointer) ?? [];
    return `${field === "rules" ? "Rules" : "Default link"} of the ${form} form`;
  },
  isSparse: true,
  // The rules of a form in their order, or a link.
  isField: (value) => Array.isArray(value) || (isJsonObject(value) && "url" in value),
  checkField,
  toPart: (item) => completeRoutes(item as MeetingRoutes),
} satisfies KindDeclaration;

function checkField(tokens: readonly string[], value: Json): string | null {
  const [form, field, ...below] = tokens;
  const isField = below.length === 0 && MEETING_FORMS.some((each) => each === form);
  if (isField && field === "default") return Object.values(meetingLinkProblems(value))[0] ?? null;
  if (!isField || field !== "rules") return "This is not a field of meeting routes.";
  if (!Array.isArray(value)) return "This must be a list of rules.";
  if (value.length > MAX_MEETING_RULES) return `A form can have at most ${MAX_MEETING_RULES} rules.`;
  for (const [index, rule] of value.entries()) {
    const [problem] = Object.values(meetingRuleProblems(rule, namesBefore(value, index)));
    if (problem) return `Rule ${index + 1}: ${problem}`;
  }
  return null;
}

/** Names of the rules before this one. */
function namesBefore(rules: readonly unknown[], index: number): string[] {
  return rules.slice(0, index).map((rule) => String((rule as { name?: unknown } | null)?.name));
}

/**
 * Reads `content/meeting-routes.json`. Without it, no lead is sent to a booking page. @throws {ContentError} if the file is invalid.
 */
export async function readMeetingRoutes(contentDir: string): Promise<MeetingRoutes> {
  if (!existsSync(join(contentDir, FILE.name))) return completeRoutes({});
  const written = await readJsonFile({ contentDir, ...FILE, validator });
  for (const [form, { rules = [], default: fallback = { url: "" } }] of Object.entries(written)) {
    rules.forEach((rule, index) => {
      const [first] = Object.entries(meetingRuleProblems(rule, namesBefore(rules, index)));
      if (first) throw fileError(FILE, `${form}.rules.${index}.${first[0]}`, first[1]);
    });
    const [first] = Object.entries(meetingLinkProblems(fallback));
    if (first) throw fileError(FILE, `${form}.default.${first[0]}`, first[1]);
  }
  return completeRoutes(written as Partial<Record<MeetingForm, Partial<MeetingRouter>>>);
}

/** Routes of all forms, their members in the order of the documentation, regardless of the store's order. */
function completeRoutes(written: Partial<Record<MeetingForm, Partial<MeetingRouter>>>): MeetingRoutes {
  const routers = MEETING_FORMS.map((form): [MeetingForm, MeetingRouter] => {
    const { rules = [], default: fallback = { url: "" } } = written[form] ?? {};
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

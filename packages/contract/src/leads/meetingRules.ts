import { isJsonObject, type Json, type JsonObject } from "../kernel/json.ts";
import { LOCALES } from "../kernel/locales.ts";
import { COMPANY_SIZES } from "./leads.ts";

/** Forms that lead to a meeting. */
export const MEETING_FORMS = ["sales", "demo"] as const;
export type MeetingForm = (typeof MEETING_FORMS)[number];
/** Most rules of a form. */
export const MAX_MEETING_RULES = 500;

type RuleField = "name" | "companySizes" | "locales" | "emailDomains" | "url" | "emailParameter";
/** Messages for people by field; a field without one is valid. */
export type RuleProblems = Partial<Record<RuleField, string>>;

const LINK_FIELDS: readonly string[] = ["url", "emailParameter"];
const RULE_FIELDS: readonly string[] = ["name", "companySizes", "locales", "emailDomains", ...LINK_FIELDS];
const NAME_PATTERN = /^[\w-]{1,60}$/;
const DOMAIN_PATTERN = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const PARAMETER_PATTERN = /^[\w.-]{1,100}$/;
const MAX_URL = 2000;
const MAX_DOMAINS = 200;

/**
 * Problems of a rule, by field.
 * @param names of the form's other rules.
 */
export function meetingRuleProblems(rule: Json, names: readonly string[]): RuleProblems {
  if (!isJsonObject(rule)) return { name: "This is not a rule." };
  const unknown = Object.keys(rule).find((member) => !RULE_FIELDS.includes(member));
  if (unknown !== undefined) return { name: `${unknown} is an unknown property of a rule.` };
  const { name = null, companySizes, locales, emailDomains } = rule;
  return withoutNothing({
    name: nameProblem(name, names),
    companySizes: listProblem(companySizes, (size) =>
      COMPANY_SIZES.some((each) => each === size) ? null : `Company sizes are ${COMPANY_SIZES.join(", ")}.`,
    ),
    locales: listProblem(locales, (locale) =>
      LOCALES.some((each) => each === locale) ? null : `Languages are ${LOCALES.join(", ")}.`,
    ),
    emailDomains: listProblem(emailDomains, (domain) =>
      typeof domain === "string" && DOMAIN_PATTERN.test(domain)
        ? null
        : "Enter domains in lower case, such as acme.example.",
    ),
    ...linkProblems(rule),
  });
}

/** Problems of a link to a booking page, by field. */
export function meetingLinkProblems(link: Json): RuleProblems {
  if (!isJsonObject(link)) return { url: "This is not a link." };
  const unknown = Object.keys(link).find((member) => !LINK_FIELDS.includes(member));
  if (unknown !== undefined) return { url: `${unknown} is an unknown property of a link.` };
  return withoutNothing(linkProblems(link));
}

function nameProblem(name: Json, names: readonly string[]): string | null {
  if (typeof name !== "string" || !NAME_PATTERN.test(name))
    return "A name has up to 60 letters, digits, hyphens and underscores.";
  return name === "default" || names.includes(name)
    ? `The name ${name} is already used. Names must be unique.`
    : null;
}

function linkProblems({ url = null, emailParameter }: JsonObject) {
  const isParameter =
    emailParameter === undefined ||
    (typeof emailParameter === "string" && PARAMETER_PATTERN.test(emailParameter));
  return {
    url: urlProblem(url),
    emailParameter: isParameter ? null : "Enter the name of a query parameter, such as email.",
  };
}

function urlProblem(url: Json): string | null {
  if (url === "") return null;
  const isUrl =
    typeof url === "string" &&
    url.length <= MAX_URL &&
    /^https:\/\/[^\s\\\p{C}]+$/u.test(url) &&
    URL.canParse(url);
  if (!isUrl) return "Enter an address that starts with https://, or leave it empty.";
  const { username, password } = new URL(url);
  return username || password ? "Leave out user name and password." : null;
}

/** Problem of a list, which may be missing (matches everything) but not empty. */
function listProblem(list: Json | undefined, problemOf: (value: Json) => string | null): string | null {
  if (list === undefined) return null;
  if (!Array.isArray(list) || list.length === 0)
    return "This must be a list with at least one entry, or be left out.";
  if (list.length > MAX_DOMAINS) return `There can be at most ${MAX_DOMAINS}.`;
  return list.map(problemOf).find((problem) => problem !== null) ?? null;
}

function withoutNothing(problems: Record<string, string | null>): RuleProblems {
  return Object.fromEntries(
    Object.entries(problems).filter(([, problem]) => problem !== null),
  ) as RuleProblems;
}

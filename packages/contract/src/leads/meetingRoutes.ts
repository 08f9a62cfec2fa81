import type { Locale } from "../site/paths.ts";
import type { CompanySize, LeadKind } from "./leads.ts";

/** Where a meeting is arranged: a page of any scheduler (Cal.com, Chili Piper, …). */
export interface MeetingLink {
  /** An https address, or empty: then somebody writes back. */
  url: string;
  /** Query parameter under which the scheduler takes an e-mail address; absent, it is not handed over. */
  emailParameter?: string;
}

/** Conditions that must all hold; each holds when any of its values does. One that is absent always holds. */
export interface MeetingRule extends MeetingLink {
  /** Names the rule in the lead and in the console. */
  name: string;
  companySizes?: CompanySize[];
  locales?: Locale[];
  /** Company domains in lower case (`acme.example`); their subdomains belong to them. */
  emailDomains?: string[];
}

export interface MeetingRouter {
  /** In order: the first rule that matches decides. */
  rules: MeetingRule[];
  default: MeetingLink;
}

/** What `content/meeting-routes.json` holds: a router for each kind of form that leads to a meeting. */
export type MeetingRoutes = Record<Exclude<LeadKind, "sign-up">, MeetingRouter>;

/** What of a lead decides its route. */
export interface RoutedLead {
  kind: LeadKind;
  companySize: CompanySize | null;
  locale: Locale;
  /** In lower case. */
  emailDomain: string;
}

/** Which rule a lead falls under: `sales/enterprise`, `demo/default`; and where its meeting is arranged, if anywhere. */
export interface Route {
  name: string;
  link: MeetingLink | null;
}

/** The first rule that matches, else the router's default. A sign-up is not routed. */
export function routeLead(routes: MeetingRoutes, lead: RoutedLead): Route | null {
  if (lead.kind === "sign-up") return null;
  const router = routes[lead.kind];
  const rule = router.rules.find((each) => isMatch(each, lead));
  const { url, emailParameter } = rule ?? router.default;
  const link = url === "" ? null : { url, ...(emailParameter ? { emailParameter } : {}) };
  return { name: `${lead.kind}/${rule?.name ?? "default"}`, link };
}

function isMatch(rule: MeetingRule, { companySize, locale, emailDomain }: RoutedLead): boolean {
  const { companySizes, locales, emailDomains } = rule;
  if (companySizes && (companySize === null || !companySizes.includes(companySize))) return false;
  if (locales && !locales.includes(locale)) return false;
  return !emailDomains || emailDomains.some((domain) => belongsTo(emailDomain, domain));
}

function belongsTo(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** A meeting link for one person. The link's own parameters are kept. */
export function meetingUrl({ url, emailParameter }: MeetingLink, email: string): string {
  if (!emailParameter) return url;
  const address = new URL(url);
  address.searchParams.set(emailParameter, email);
  return address.href;
}

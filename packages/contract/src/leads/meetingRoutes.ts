import type { Locale } from "../kernel/locales.ts";
import type { CompanySize, LeadKind } from "./leads.ts";

/** A page of any scheduler where a meeting can be booked (Cal.com, Chili Piper, …). */
export type MeetingLink = {
  /** An https URL. If empty, someone replies instead. */
  url: string;
  /** Query parameter in which the scheduler accepts an email address. If missing, the address is not passed on. */
  emailParameter?: string;
};

/** A rule matches if all its conditions match. A condition matches if any of its values does; a missing condition always matches. */
export type MeetingRule = MeetingLink & {
  /** Name of the rule in the lead and in the console. */
  name: string;
  companySizes?: CompanySize[];
  locales?: Locale[];
  /** Company domains in lower case (`acme.example`). Each includes its subdomains. */
  emailDomains?: string[];
};

export type MeetingRouter = {
  /** The first matching rule wins. */
  rules: MeetingRule[];
  default: MeetingLink;
};

/** The shape of `content/meeting-routes.json`: a router for each kind of form that leads to a meeting. */
export type MeetingRoutes = Record<Exclude<LeadKind, "sign-up">, MeetingRouter>;

/** Properties of a lead that determine its route. */
export interface RoutedLead {
  kind: LeadKind;
  companySize: CompanySize | null;
  locale: Locale;
  /** In lower case. */
  emailDomain: string;
}

/** The matching rule of a lead, such as `sales/enterprise` or `demo/default`, and the booking link; null if someone replies instead. */
export interface Route {
  name: string;
  link: MeetingLink | null;
}

/**
 * Routes a lead by the first matching rule, otherwise by the router's default.
 * @param scheduler the booking page that is connected for the form; it comes after rules with a URL and before the default. Null for none.
 * @returns null for a sign-up.
 */
export function routeLead(
  routes: MeetingRoutes,
  lead: RoutedLead,
  scheduler: MeetingLink | null = null,
): Route | null {
  if (lead.kind === "sign-up") return null;
  const router = routes[lead.kind];
  const rule = router.rules.find((each) => isMatch(each, lead));
  const name = `${lead.kind}/${rule?.name ?? "default"}`;
  const links = scheduler ? [rule, scheduler, router.default] : [rule ?? router.default];
  const target = links.find((each) => each && each.url !== "");
  if (!target) return { name, link: null };
  const { url, emailParameter } = target;
  return { name, link: { url, ...(emailParameter ? { emailParameter } : {}) } };
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

/** The booking URL for one person. Adds the email address if the link has an `emailParameter`, and keeps the link's own parameters. */
export function meetingUrl({ url, emailParameter }: MeetingLink, email: string): string {
  if (!emailParameter) return url;
  const address = new URL(url);
  address.searchParams.set(emailParameter, email);
  return address.href;
}

import {
  type Audience,
  attributeVisit,
  campaignValue,
  isKnownCustomer,
  type KnownCustomers,
  type LeadStatus,
  type Locale,
  parseUrl,
  readablePath,
  sourceOf,
} from "@marquee/contract";
import type { Site } from "@marquee/contract/schema";
import type { LeadRow } from "../leadStore.ts";

/** A row of the event store's table `leads`. It has no personal data, and nothing about the visit without consent. */
export interface LeadCopyRow {
  id: string;
  version: number;
  site: string;
  /** Milliseconds since the epoch. */
  timestamp: number;
  kind: LeadRow["kind"];
  /** The form's number; empty for a sign-up. */
  form: string;
  status: LeadStatus | "spam";
  /** In the installation's currency; 0 without one. */
  value: number;
  has_meeting: 0 | 1;
  path: string;
  locale: Locale;
  audience: Audience;
  consented: 0 | 1;
  visitor_id: string;
  session_id: number;
  channel: string;
  source: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_content: string;
  utm_term: string;
  country: string;
  browser: string;
  os: string;
  device: string;
}

interface CopyOptions {
  site: Pick<Site, "id" | "hosts">;
  customers: KnownCustomers;
}

/** The copy of a lead. Leads from before visits were stored have attribution only with consent, so it is equivalent. */
export function toLeadCopy(lead: LeadRow, { site, customers }: CopyOptions): LeadCopyRow {
  const { visit, attribution } = lead;
  const hasConsent = visit !== null || Object.keys(attribution).length > 0;
  return {
    id: lead.id,
    version: lead.version,
    site: site.id,
    timestamp: lead.createdAt.getTime(),
    kind: lead.kind,
    form: lead.formId === null ? "" : String(lead.formId),
    status: lead.isSpam ? "spam" : lead.status,
    value: lead.value ?? 0,
    has_meeting: lead.meetingAt === null ? 0 : 1,
    path: readablePath(lead.pagePath),
    locale: lead.locale,
    audience: isKnownCustomer({ groupId: null, email: lead.email }, customers) ? "customer" : "visitor",
    consented: hasConsent ? 1 : 0,
    visitor_id: visit?.visitorId ?? "",
    session_id: visit?.sessionId ?? 0,
    ...(hasConsent ? originOf(attribution, site.hosts) : NO_ORIGIN),
    country: visit?.country ?? "",
    browser: visit?.browser ?? "",
    os: visit?.os ?? "",
    device: visit?.device ?? "",
  };
}

/** Values of the last-touch cookies for a missing value, as in `countSessions`. */
const NO_VALUE = ["none", "(none)"];

const NO_ORIGIN = {
  channel: "",
  source: "",
  utm_source: "",
  utm_medium: "",
  utm_campaign: "",
  utm_content: "",
  utm_term: "",
};

/** Where the visitor came from, by the same rules as events. */
export function originOf(attribution: Readonly<Record<string, string>>, siteHosts: readonly string[]) {
  const read = (name: string) => {
    const value = campaignValue(attribution[name] ?? "");
    return NO_VALUE.includes(value) ? "" : value;
  };
  const utm = { source: read("utm_source"), medium: read("utm_medium"), campaign: read("utm_campaign") };
  const referrerHost = parseUrl(attribution.referrer ?? "")?.host ?? "";
  return {
    // A form was sent from the site itself, so an internal referrer is not a source.
    ...attributeVisit({ source: sourceOf({ utm, referrerHost, siteHosts }), utm, last: utm }),
    utm_source: utm.source,
    utm_medium: utm.medium,
    utm_campaign: utm.campaign,
    utm_content: read("utm_content"),
    utm_term: read("utm_term"),
  };
}

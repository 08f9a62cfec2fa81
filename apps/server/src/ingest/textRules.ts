import {
  type KeptParameters,
  parseUrl,
  redactEmailAddresses,
  redactReferrer,
  redactText,
  redactUrl,
} from "@marquee/contract";
import type { TextRule } from "./stripAddresses.ts";

/** How URLs and email addresses in the texts of one request are changed. */
export interface TextRules {
  /**
   * Events: URLs without secrets, and no email address in any text. One that is a whole value is kept if its property is not named like a URL: a site
   * that sends `email: "jane@acme.com"` does so on purpose.
   */
  events: TextRule;
  /** RUM and logs: the same for the page's data about its user, and no email address in anything else. */
  monitoring: TextRule;
}

const WHOLE_EMAIL = /^[^\s@]{1,64}@[^\s@/?#=&]{1,255}$/;
const PATH = /^[/?#]\S/;

/**
 * Rules for the data of a request.
 * @param hosts of the site: referrers from other hosts lose their query, unless it is the host of the page itself.
 */
export function textRules(hosts: readonly string[], parameters: KeptParameters): TextRules {
  const isOwn = (host: string) => hosts.includes(host);
  const ofLocation: TextRule["redact"] = (text, { isReferrer }, { url }) => {
    if (isReferrer) return redactReferrer(text, (host) => isOwn(host) || host === hostOf(url), parameters);
    return /\s/.test(text) ? redactText(text, parameters) : redactUrl(text, parameters);
  };
  const anyText: TextRule = {
    redact: (text, facts, beside) =>
      facts.isReferrer || facts.isLocation ? ofLocation(text, facts, beside) : redactText(text, parameters),
  };
  const redactEvent: TextRule["redact"] = (text, facts, beside) => {
    if (facts.isReferrer || facts.isLocation) return ofLocation(text, facts, beside);
    if (text.includes("://") || PATH.test(text)) return redactText(text, parameters);
    return text.includes("@") && !WHOLE_EMAIL.test(text) ? redactEmailAddresses(text) : text;
  };
  const events: TextRule = {
    redact: redactEvent,
    within: new Map(["campaign", "attribution"].map((name) => [name, anyText])),
  };
  const ofUser: TextRule = { redact: redactEvent };
  return {
    events,
    monitoring: { ...anyText, within: new Map(["usr", "account"].map((name) => [name, ofUser])) },
  };
}

function hostOf(url: unknown): string | null {
  return typeof url === "string" ? (parseUrl(url)?.host ?? null) : null;
}

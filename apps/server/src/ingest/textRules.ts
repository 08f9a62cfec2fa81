import {
  type KeptParameters,
  parseUrl,
  redactEmailAddresses,
  redactReferrer,
  redactText,
  redactUrl,
} from "@marquee/contract";
import type { TextRule } from "./stripAddresses.ts";

/** What becomes of addresses and email addresses in the texts of one request. */
export interface TextRules {
  /**
   * Events: addresses without secrets, and no email address in any text. One that is a whole value stays if its property is not named like an address:
   * a site that sends `email: "jane@acme.com"` means to.
   */
  events: TextRule;
  /** RUM and logs: the same for what the page says of its user, and no email address in anything else. */
  monitoring: TextRule;
}

const WHOLE_EMAIL = /^[^\s@]{1,64}@[^\s@/?#=&]{1,255}$/;
const PATH = /^[/?#]\S/;

/**
 * Rules for what a request sends.
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

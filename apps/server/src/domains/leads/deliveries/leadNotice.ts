import { emailDomainOf, type LeadKind, shortenText } from "@marquee/contract";
import { consoleLink } from "../../../platform/http/consoleLink.ts";
import type { LeadRow } from "../leadStore.ts";

/**
 * The content of a notification about a lead. It has no name, email address or message, because those can't be deleted from a chat or
 * mailbox.
 */
export interface LeadNotice {
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
  /** URL of the lead in the console. */
  url: string;
}

const TITLES: Record<LeadKind, string> = {
  sales: "New sales request",
  demo: "New demo request",
  "sign-up": "New sign-up",
};
const LANGUAGES = new Intl.DisplayNames("en", { type: "language" });

/** Maximum length of a value. */
const MAX_VALUE_LENGTH = 120;

/** @param consoleUrl origin of the console. The values are text that a stranger wrote: escape them. */
export function describeLead(lead: LeadRow, consoleUrl: string): LeadNotice {
  const { id, kind, email, companySize, locale, pagePath } = lead;
  const facts = [
    ["Company", emailDomainOf(email) ?? ""],
    ["Size", companySize === null ? "" : `${companySize} people`],
    ["Language", LANGUAGES.of(locale) ?? locale],
    ["Page", pagePath],
  ] as const;
  return {
    title: TITLES[kind],
    facts: facts.filter(([, value]) => value !== "").map(([name, value]) => [name, toLine(value)]),
    url: consoleLink(consoleUrl, `/leads/${id}`),
  };
}

/** One line without control and invisible characters, which could hide or reorder the text around it. */
function toLine(text: string): string {
  return shortenText(text.replace(/[\s\p{C}]+/gu, " ").trim(), MAX_VALUE_LENGTH);
}

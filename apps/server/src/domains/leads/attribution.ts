import {
  CONSENT_GROUPS,
  cutText,
  DEPARTMENTS,
  hasConsentCookie,
  redactText,
  redactUrl,
  UTM_FIELDS,
} from "@marquee/contract";
import { isAddress } from "../../ingest/stripAddresses.ts";
import { storableText } from "../../platform/http/storableText.ts";

interface Arrival {
  /** The request's `Cookie` header. */
  cookies: string;
  /** Query string of the form's page. */
  search: string;
  /** URL that the visitor came to the site from, or empty. */
  referrer: string;
  /** The department stored in the visitor's browser, or empty. */
  department: string;
}

const VALUE_MAX_LENGTH = 200;

/** The campaign parameters, referrer and department of a visitor, up to 200 characters each; empty without consent to analytics. */
export function attributionOf({ cookies, search, referrer, department }: Arrival): Record<string, string> {
  if (!hasConsentCookie(cookies, CONSENT_GROUPS.analytics)) return {};
  const savedParameters = new URLSearchParams(cookies.replace(/;\s*/g, "&"));
  const urlParameters = new URLSearchParams(search);
  // Decoding can produce U+0000.
  const readValue = (name: string) =>
    storableText(savedParameters.get(name) || urlParameters.get(name) || "");
  const utmValues = UTM_FIELDS.map((name) => [name, redactText(readValue(name))] as const);
  const all = [
    ...utmValues,
    ["referrer", redactUrl(withoutQuery(referrer))] as const,
    ["department", DEPARTMENTS.find((each) => each === department) ?? ""] as const,
  ];
  return Object.fromEntries(
    all
      .filter(([, value]) => value !== "" && !isAddress(value))
      .map(([name, value]) => [name, cutText(value, VALUE_MAX_LENGTH)]),
  );
}

/** Origin and path of a URL. Query strings of other sites may contain personal data. */
function withoutQuery(address: string): string {
  if (!URL.canParse(address)) return "";
  const { origin, pathname } = new URL(address);
  return origin === "null" ? "" : origin + pathname;
}

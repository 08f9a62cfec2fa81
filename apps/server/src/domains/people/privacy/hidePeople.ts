import { createHmac, randomBytes } from "node:crypto";
import { namesPerson, REDACTED, redactText } from "@marquee/contract";

/** Properties with the ID that a visit is counted by: the anonymous ID, otherwise the user ID. */
const VISITORS = new Set(["visitor", "visitorid"]);
const ANONYMOUS = ["anonymousId", "anonymous_id"];
const OWN_ID = /^\d{1,10}(?:-\d{1,10}){3}$/;
/** Exists only in this process, so that nobody can find a pseudonym's user by trying IDs. */
const KEY = randomBytes(32);

/** Whether an ID has the format of our own browser library, which reveals nothing about a person. */
export function isOwnVisitorId(id: string): boolean {
  return OWN_ID.test(id);
}

const NOBODY: ReadonlySet<string> = new Set();

interface HideOptions {
  /** Email addresses of colleagues, who are not visitors. */
  except?: ReadonlySet<string>;
}

/**
 * Hides personal data, at any depth, from accounts without the permission `seePeople`: traits, user IDs and previous IDs are empty, email addresses in texts
 * are removed, and visitor IDs that may be user IDs become pseudonyms.
 */
export function hidePeople<Value>(value: Value, { except = NOBODY }: HideOptions = {}): Value {
  const hide = (part: unknown): unknown => {
    if (typeof part === "string") return except.has(part) ? part : redactText(part);
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return part.map(hide);
    const row = part as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(row).map(([name, each]) => [redactText(name), hideProperty(row, name, each)]),
    );
  };
  const hideProperty = (row: Record<string, unknown>, name: string, part: unknown): unknown => {
    const isOfName = name === "values" && typeof row.name === "string" && namesPerson(row.name);
    if (isOfName || namesPerson(name)) return emptied(part);
    return VISITORS.has(name.toLowerCase().replace("_", "")) && typeof part === "string"
      ? pseudonymOf(part, row)
      : hide(part);
  };
  return hide(value) as Value;
}

/** An empty value of the same type, because screens rely on it. */
function emptied(value: unknown): unknown {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return [];
  return typeof value === "object" && value !== null ? {} : null;
}

function pseudonymOf(id: string, row: Record<string, unknown>): string {
  const isAnonymous = ANONYMOUS.some((name) => row[name] === id);
  if (isAnonymous || isOwnVisitorId(id)) return redactText(id);
  return id === "" || id === REDACTED ? id : createHmac("sha256", KEY).update(id).digest("hex").slice(0, 12);
}

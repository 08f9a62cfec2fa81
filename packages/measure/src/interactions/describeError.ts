import type { ErrorProperties } from "@marquee/contract";
import { redactEmail } from "../privacy/redactEmail.ts";

const MESSAGE_MAX_LENGTH = 500;
const STACK_MAX_LENGTH = 4000;
const SOURCE_MAX_LENGTH = 500;
const CONTEXT_MAX_LENGTH = 200;

/**
 * Anything that looks like an e-mail address: messages may quote what was typed. What stands before the @ has its limit (RFC 5321, section
 * 4.5.3.1.1); without one, a long word would be looked through again from each of its letters.
 */
const EMAIL = /[^\s@<>"'()=/?&]{1,64}@[^\s@<>"'():/?&]+\.[a-z]{2,}/gi;

interface Thrown {
  kind: ErrorProperties["kind"];
  /** What was thrown; anything can be. */
  error: unknown;
  /** What the browser says of it, where `error` says nothing. */
  message?: string;
  source?: string;
  line?: number;
  column?: number;
  context?: unknown;
}

/** What is sent of an error: texts without e-mail addresses, as long as they may be. */
export function describeError({
  kind,
  error,
  message = "",
  source = "",
  line = 0,
  column = 0,
  context,
}: Thrown): ErrorProperties {
  return {
    message: clean(messageOf(error) || message || "Unknown error", MESSAGE_MAX_LENGTH),
    source: clean(source, SOURCE_MAX_LENGTH),
    line,
    column,
    stack: clean(stackOf(error), STACK_MAX_LENGTH),
    kind,
    ...(typeof context === "string" && context && { context: clean(context, CONTEXT_MAX_LENGTH) }),
  };
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return error === undefined || error === null ? "" : String(error);
}

function stackOf(error: unknown): string {
  return error instanceof Error && typeof error.stack === "string" ? error.stack : "";
}

function clean(text: string, maxLength: number): string {
  return redactEmail(text).replace(EMAIL, "REDACTED").slice(0, maxLength);
}

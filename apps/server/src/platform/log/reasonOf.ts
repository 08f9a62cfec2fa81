import { cutText } from "@marquee/contract";
import { type DescribedError, describeError } from "./describeError.ts";

const MAX_ERROR_LENGTH = 300;

/** An error for the log in one line: that of the root cause, which has the reason. */
export function reasonOf(error: unknown): string {
  let described: DescribedError = describeError(error);
  while (described.cause) described = described.cause;
  const { type, message, code, codeName } = described;
  const name = codeName ?? code;
  const text = `${message || type}${name === undefined ? "" : ` (${String(name)})`}`;
  return cutText(text, MAX_ERROR_LENGTH);
}

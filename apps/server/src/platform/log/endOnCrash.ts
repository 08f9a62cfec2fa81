import type { Logger } from "pino";
import { type DescribedError, describeError } from "./describeError.ts";

/** Logs an unhandled error, and ends the process. Node itself would print the error with all its data. */
export function endOnCrash(log: Logger): Logger {
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "An unhandled error ended the process.");
    process.exit(1);
  });
  return log;
}

/** Like {@link describeError}, for standard error: its words and codes, the stack, and its causes. */
export function errorText(error: unknown): string {
  return textOf(describeError(error));
}

function textOf({ type, message, stack, cause, errors = [], ...properties }: DescribedError): string {
  const { stderr, ...codes } = properties;
  const facts = Object.entries(codes).map(([name, value]) => `${name} ${value}`);
  return [
    `${type}: ${message}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`,
    ...(stack ? [stack] : []),
    ...(stderr ? [`It wrote:\n${stderr}`] : []),
    ...[...(cause ? [cause] : []), ...errors].map((each) => `Caused by ${textOf(each)}`),
  ].join("\n");
}

/**
 * Columns that identify an error: `said` (message), `trace` (stack) and `place`, the innermost frame of the stack. Stacks have the format of
 * browsers (`at name (address:1:2)`, `name@address:1:2`) or of Datadog's client (`at name @ address:1:2`).
 * @param texts SQL expressions for the message, the stack, and the script where the error happened, used without a stack.
 */
export function errorColumns({
  message,
  stack,
  source,
}: {
  message: string;
  stack: string;
  source: string;
}): string {
  return `${message} AS said, ${stack} AS trace, ${stableFrame(source)} AS place`;
}

/** Computed at query time, so that an improved rule also applies to stored errors. */
export const FINGERPRINT = "lower(hex(cityHash64(said, place)))";

function stableFrame(source: string): string {
  // The innermost stack line with a position; otherwise the script, if the browser reports it.
  const frame = `if(match(trace, '[0-9]+:[0-9]+'),
    trim(arrayFirst(line -> match(line, '[0-9]+:[0-9]+'), splitByChar('\\n', trace))), ${source})`;
  // Build hashes in file names, line numbers and hosts do not change an error's identity.
  const named = `replaceRegexpAll(replaceRegexpAll(${frame}, 'https?://[^/]+', ''),
    '(-[A-Za-z0-9_-]+)?[.](m?js)([?#][^:)]*)?(:[0-9]+)*', '.\\\\2')`;
  // Names of one or two characters come from minification and differ per build, so only the script is kept, as for unnamed frames.
  return `replaceRegexpOne(${named},
    '^(?:at )?(?:async )?(?:(?:[A-Za-z0-9_$]{0,2}|<anonymous>)(?:@| [(]| @ ))?(/[^) ]+)[)]?$', '\\\\1')`;
}

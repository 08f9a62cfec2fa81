/**
 * What tells errors apart: `said`, and `place`, made of `trace`, a stack as browsers write it (`at name (address:1:2)`, `name@address:1:2`) or as
 * Datadog's client does (`at name @ address:1:2`).
 * @param texts expressions for the message, the stack, and the script that it happened in where there is no stack.
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

/** Made when it is asked for, so that nothing is lost when the rule gets better. */
export const FINGERPRINT = "lower(hex(cityHash64(said, place)))";

function stableFrame(source: string): string {
  // The innermost line of the stack that names a place; else the script, where the browser says it.
  const frame = `if(match(trace, '[0-9]+:[0-9]+'),
    trim(arrayFirst(line -> match(line, '[0-9]+:[0-9]+'), splitByChar('\\n', trace))), ${source})`;
  // Build hashes in file names, line numbers and hosts do not change an error's identity.
  const named = `replaceRegexpAll(replaceRegexpAll(${frame}, 'https?://[^/]+', ''),
    '(-[A-Za-z0-9_-]+)?[.](m?js)([?#][^:)]*)?(:[0-9]+)*', '.\\\\2')`;
  // Names of a letter or two are a build's as well: only the script is left of such a frame, as of one without a name.
  return `replaceRegexpOne(${named},
    '^(?:at )?(?:async )?(?:(?:[A-Za-z0-9_$]{0,2}|<anonymous>)(?:@| [(]| @ ))?(/[^) ]+)[)]?$', '\\\\1')`;
}

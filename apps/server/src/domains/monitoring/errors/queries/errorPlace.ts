interface ErrorTexts {
  /** SQL expressions: the message with its type ("TypeError: x"), the stack, and the script where the error happened, used without a stack. */
  message: string;
  stack: string;
  source: string;
  /** Host of the page. Scripts from there are the page's own. */
  host: string;
}

/**
 * Columns that identify an error, whichever client reported it: `said` (message), `trace` (stack) and `place`, the innermost frame of the page's own
 * scripts, or of any script without one. Stacks have the format of browsers (`at name (address:1:2)`, `name@address:1:2`) or of Datadog's client
 * (`at name @ address:1:2`).
 */
export function errorColumns({ message, stack, source, host }: ErrorTexts): string {
  return `${message} AS said, ${stack} AS trace, ${stableFrame(source, host)} AS place`;
}

/** Words with digits in messages: IDs, numbers, dates. They differ from one occurrence of an error to the next. */
const VARIABLE_WORD = "[A-Za-z0-9_-]*[0-9][A-Za-z0-9_-]*";

/** Computed at query time, so that an improved rule also applies to stored errors. */
export const FINGERPRINT = `leftPad(lower(hex(cityHash64(replaceRegexpAll(said, '${VARIABLE_WORD}', '?'), place))), 16, '0')`;

function stableFrame(source: string, host: string): string {
  const positioned = "arrayFilter(line -> match(line, '[0-9]+:[0-9]+'), splitByChar('\\n', trace))";
  const siteFrame = `arrayFirst(line -> position(line, concat('://', ${host})) > 0, ${positioned})`;
  // Without any position, the script, if the browser reports it.
  const frame = `trim(multiIf(${siteFrame} != '', ${siteFrame}, notEmpty(${positioned}), ${positioned}[1], ${source}))`;
  // Build hashes in file names, line numbers and hosts do not change an error's identity.
  const named = `replaceRegexpAll(replaceRegexpAll(${frame}, 'https?://[^/]+', ''),
    '(-[A-Za-z0-9_-]+)?[.](m?js)([?#][^:)]*)?(:[0-9]+)*', '.\\\\2')`;
  // All formats become `name /script`, or `/script` for a frame without a name.
  const uniform = `trim(replaceRegexpOne(${named},
    '^(?:at )?(?:async )?(?:([^/]*?)(?: ?@ ?| [(]))?(/[^) ]+)[)]?$', '\\\\1 \\\\2'))`;
  // Names of one or two characters come from minification and differ per build, so only the script is kept.
  const stable = `replaceRegexpOne(${uniform}, '^(?:[A-Za-z0-9_$]{1,2}|<anonymous>) /', '/')`;
  return `replaceRegexpOne(${stable}, '^([^/]+) (/[^ ]+)$', '\\\\1 (\\\\2)')`;
}

import { distance } from "fastest-levenshtein";

interface Mistyped {
  name: string;
  /** The probably intended variable. */
  meant: string;
}

/** Shorter names, such as HOST, are similar to many others. */
const SHORTEST = 6;
/** From this length on, a name may differ in two letters. */
const LONG = 8;

/** Finds variables whose name is similar to an unset one that the server reads. */
export function findMistyped(
  env: Record<string, string | undefined>,
  variables: readonly string[],
): Mistyped[] {
  const missing = variables.filter((name) => name.length >= SHORTEST && env[name] === undefined);
  return Object.keys(env).flatMap((name) => {
    if (variables.includes(name)) return [];
    const meant = missing.find((each) => distance(name.toUpperCase(), each) <= (each.length < LONG ? 1 : 2));
    return meant ? [{ name, meant }] : [];
  });
}

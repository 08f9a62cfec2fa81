/**
 * Whether objects and arrays nest deeper than `limit`. Looks no further than that, and does not recurse, so a hostile
 * document costs no stack.
 */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.filter(isContainer).flatMap((each) => Object.values(each));
    if (level.length === 0) return false;
  }
  return true;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

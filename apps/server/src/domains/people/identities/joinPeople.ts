import { randomUUID } from "node:crypto";
import type { Name } from "./names.ts";

/** People after new links: one for each set of names that links connect. */
export interface JoinedPeople {
  /** The person of a name that is in one of the links. */
  personOf(name: Name): string;
  /** Stored people that were merged: from the old person to the remaining one. */
  merged: ReadonlyMap<string, string>;
}

export const keyOfName = ({ kind, value }: { kind: string; value: string }) => `${kind} ${value}`;

/**
 * Joins names into people. The order of links doesn't matter, neither within a call nor between calls.
 * @param links names in one link are the same person's.
 * @param storedPeople stored people by {@link keyOfName}.
 */
export function joinPeople(
  links: readonly (readonly Name[])[],
  storedPeople: ReadonlyMap<string, string>,
): JoinedPeople {
  // Union-find. Its nodes are names and stored people; a person's node starts with a space, which no kind of
  // name does.
  const parents = new Map<string, string>();
  const rootOf = (node: string): string => {
    let root = node;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    for (let at = node; at !== root; ) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  const join = (one: string, other: string) => {
    const [root, child] = [rootOf(one), rootOf(other)];
    if (root !== child) parents.set(child, root);
  };
  for (const names of links) {
    for (const name of names) {
      const key = keyOfName(name);
      const person = storedPeople.get(key);
      if (person !== undefined) join(key, ` ${person}`);
      join(keyOfName(names[0] ?? name), key);
    }
  }
  const personOfRoot = new Map<string, string>();
  const people = [...new Set(storedPeople.values())].sort();
  const merged = new Map<string, string>();
  for (const person of people) {
    const root = rootOf(` ${person}`);
    const keep = personOfRoot.get(root);
    if (keep === undefined) personOfRoot.set(root, person);
    else merged.set(person, keep);
  }
  return {
    personOf(name) {
      const root = rootOf(keyOfName(name));
      const person = personOfRoot.get(root) ?? randomUUID();
      personOfRoot.set(root, person);
      return person;
    },
    merged,
  };
}

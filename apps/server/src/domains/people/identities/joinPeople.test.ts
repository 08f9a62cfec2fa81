import fc from "fast-check";
import { expect, it } from "vitest";
import { joinPeople, keyOfName } from "./joinPeople.ts";
import type { Name } from "./names.ts";

const name = fc
  .tuple(fc.constantFrom("user", "email", "lead"), fc.constantFrom(..."abcdef"))
  .map(([kind, value]) => ({ kind, value }) as Name);
const links = fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { maxLength: 12 });

/** Links batches one after another, as the store does. @returns which names are one person's, in a fixed order. */
function partitionOf(batches: readonly (readonly Name[])[][]): string[] {
  const stored = new Map<string, string>();
  for (const batch of batches) {
    const names = batch.flat();
    // Like the store, reads only the people of the names in the batch.
    const storedPeople = names.flatMap((each) => {
      const person = stored.get(keyOfName(each));
      return person ? [[keyOfName(each), person] as const] : [];
    });
    const { personOf, merged } = joinPeople(batch, new Map(storedPeople));
    for (const [key, person] of stored) stored.set(key, merged.get(person) ?? person);
    for (const each of names) stored.set(keyOfName(each), personOf(each));
  }
  const people = new Map<string, string[]>();
  for (const [key, person] of stored) people.set(person, [...(people.get(person) ?? []), key].sort());
  return [...people.values()].map((keys) => keys.join(", ")).sort();
}

it("gives the same people for the same links in any order and batches, even repeatedly", () => {
  const shuffled = links.chain((original) =>
    fc.record({
      given: fc.constant(original),
      order: fc.shuffledSubarray(original, { minLength: original.length, maxLength: original.length }),
      repeated: fc.subarray(original),
      size: fc.integer({ min: 1, max: 4 }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ given, order, repeated, size }) => {
      const all = [...order, ...repeated];
      const batches = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
        all.slice(index * size, (index + 1) * size),
      );
      expect(partitionOf(batches)).toEqual(partitionOf([given]));
    }),
  );
});

it("joins exactly the names that links connect", () => {
  const user = (value: string): Name => ({ kind: "user", value });
  const email = (value: string): Name => ({ kind: "email", value });
  const batch = [[user("a"), email("1")], [user("b")], [email("1"), user("c")], [email("2"), user("d")]];
  expect(partitionOf([batch])).toEqual(["email 1, user a, user c", "email 2, user d", "user b"]);
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { sliceTree } from "./slices.ts";

/** The part of an element that slicing reads. */
class Fake {
  readonly localName: string;
  readonly children: Fake[];

  constructor(localName: string, children: Fake[] = []) {
    this.localName = localName;
    this.children = children;
  }

  getElementsByTagName(): { length: number } {
    return { length: this.all().length - 1 };
  }

  all(): Fake[] {
    return [this, ...this.children.flatMap((child) => child.all())];
  }
}

const SIZE = 5;
const leaves = (count: number) => Array.from({ length: count }, () => new Fake("p"));
const { tree } = fc.letrec<{ tree: Fake }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("p", "style").map((name) => new Fake(name)),
    fc.array(tie("tree"), { maxLength: 6 }).map((children) => new Fake("div", children)),
  ),
}));

it("groups small siblings and cuts elements that are too big", () => {
  const big = new Fake("main", leaves(7));
  const slices = sliceTree(new Fake("body", [...leaves(3), big, ...leaves(1)]), SIZE);
  expect(slices.map((slice) => slice.length)).toEqual([5, 5, 2]);
});

it("gives a style sheet a slice of its own", () => {
  const slices = sliceTree(new Fake("head", [new Fake("meta"), new Fake("style"), new Fake("meta")]), SIZE);
  expect(slices.map((slice) => slice.map(({ localName }) => localName))).toEqual([
    ["meta"],
    ["style"],
    ["meta"],
  ]);
});

it("puts every element except the root into one slice of limited size, not counting later slices", () => {
  fc.assert(
    fc.property(tree, (root) => {
      const slices = sliceTree(root, SIZE);
      const seen = new Set<Fake>();
      for (const slice of slices.toReversed()) {
        const before = seen.size;
        for (const element of slice.flatMap((each) => each.all())) seen.add(element);
        expect(seen.size - before).toBeLessThanOrEqual(SIZE);
      }
      expect([...seen].length).toBe(root.all().length - 1);
      expect(slices.flat()).toHaveLength(new Set(slices.flat()).size);
    }),
  );
});

it("puts an element before its descendants", () => {
  fc.assert(
    fc.property(tree, (root) => {
      const order = sliceTree(root, SIZE).flat();
      for (const [at, element] of order.entries())
        for (const other of element.all().slice(1))
          expect(order.indexOf(other) === -1 || order.indexOf(other) > at).toBe(true);
    }),
  );
});

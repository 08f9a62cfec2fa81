import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listTexts, patchCopy } from "./patchCopy.ts";

const COPY = {
  hero: { title: "One" },
  faq: { items: [{ question: "Why?" }, { question: "How?" }] },
  count: 3,
};

describe("patchCopy", () => {
  it("replaces the patched texts and leaves the rest and the original copy unchanged", () => {
    const before = structuredClone(COPY);
    const patched = patchCopy(COPY, { "hero.title": "Two", "faq.items.1.question": "When?" });
    expect(patched).toEqual({
      hero: { title: "Two" },
      faq: { items: [{ question: "Why?" }, { question: "When?" }] },
      count: 3,
    });
    expect(COPY).toEqual(before);
  });

  it("decodes the entities in a description only", () => {
    const patch = { "meta.title": "R&amp;D", "meta.description": "R&amp;D" };
    expect(patchCopy({ meta: { title: "", description: "" } }, patch)).toEqual({
      meta: { title: "R&amp;D", description: "R&D" },
    });
  });

  it.each([
    "hero.subtitle",
    "hero",
    "faq.items.2.question",
    "count",
    "__proto__.polluted",
    "constructor.name",
    "",
  ])("ignores %j, which is not a text in the copy", (address) => {
    expect(patchCopy(COPY, { [address]: "x" })).toEqual(COPY);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it("patches every text that listTexts returns", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (copy) => {
        const listed = listTexts({ copy });
        const addresses = Object.keys(listed).filter((address) => !address.split(".").includes("__proto__"));
        const dotted = (value: unknown): boolean =>
          typeof value === "object" &&
          value !== null &&
          Object.entries(value).some(([key, each]) => key.includes(".") || key === "" || dotted(each));
        fc.pre(!dotted(copy));
        const patched = patchCopy({ copy }, Object.fromEntries(addresses.map((address) => [address, "new"])));
        for (const address of addresses) expect(listTexts(patched)[address]).toBe("new");
      }),
    );
  });
});

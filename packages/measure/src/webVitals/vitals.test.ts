import { expect, it, vi } from "vitest";

type Describe = (node: unknown) => string;
const describes: Describe[] = [];

vi.mock("web-vitals/attribution", () => {
  const on = (_keep: unknown, options?: { generateTarget: Describe }) => {
    if (options) describes.push(options.generateTarget);
  };
  return { onCLS: on, onFCP: on, onINP: on, onLCP: on, onTTFB: on };
});

class FakeElement {
  localName = "section";
  id = "";
  parentElement = null;
  sectionId: string;
  constructor(sectionId: string) {
    this.sectionId = sectionId;
  }
  getAttribute = (name: string) => (name === "data-section-id" ? this.sectionId : null);
}

it("describes an element by at most 200 characters, without splitting any", async () => {
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  const { watchVitals } = await import("./vitals.ts");
  watchVitals("/pricing");
  const start = 'section[data-section-id="';
  const targetOf = (name: string) => describes.map((describe) => describe(new FakeElement(name)));
  expect(targetOf("hero")).toEqual(Array(3).fill(`${start}hero"]`));
  const fitting = "a".repeat(199 - start.length);
  expect(targetOf(`${fitting}🎉`)).toEqual(Array(3).fill(start + fitting));
});

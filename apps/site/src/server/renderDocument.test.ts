import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeJson } from "./renderDocument.tsx";

it("no value in a document's JSON can close its element or open a comment", () => {
  const hostile = fc.constantFrom("</script>", "<!--<script>", "<!DOCTYPE", "]]>", "\u2028");
  const anything = fc.jsonValue().chain((value) => hostile.map((text) => ({ [text]: [value, text] })));
  fc.assert(
    fc.property(anything, (value) => {
      const json = escapeJson(value);
      expect(json).not.toContain("<");
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

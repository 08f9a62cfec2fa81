import { parseXml } from "@rgrove/parse-xml";
import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeXml, NOT_IN_XML } from "./markup.ts";

it("keeps every text that XML allows, between tags and in attributes in either quotes", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("]]>", "</a>", "&amp;", `"`, "'", "\r\n", "\u0001", "\ufffe", "\ud800"),
  );
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join("")),
      (text) => {
        const printable = text.replace(NOT_IN_XML, "");
        const escaped = escapeXml(text);
        expect(parseXml(`<a>${escaped}</a>`).text).toBe(printable);
        // XML parsers read a line end or tab in an attribute as a space.
        const attribute = escaped.replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
        const { attributes } = parseXml(`<a b="${attribute}" c='${attribute}'/>`).root ?? {};
        expect(attributes).toEqual({ b: printable, c: printable });
      },
    ),
  );
});

import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { createBindings } from "./bindings.ts";
import { propertyText } from "./dimensionColumns.ts";

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(() => store.stop());

/** The text of a property in figures, for an event stored before addresses were removed. */
async function textOf(value: unknown, name = "property"): Promise<string | undefined> {
  const bindings = createBindings({});
  const text = propertyText(name, bindings);
  const properties = bindings.bind(JSON.stringify({ [name]: value }));
  const [row] = await store.query<{ text: string }>(
    `SELECT ${text} AS text FROM (SELECT ${properties} AS properties)`,
    bindings.params,
  );
  return row?.text;
}

it.each([
  ["to jane.doe+x@acme.co.uk, jane@acme.com.", "to REDACTED, REDACTED."],
  ["jane@müller.de jane@mu\u0308ller.de jane@почта.рф", "REDACTED REDACTED REDACTED"],
  ["jane%40m%C3%BCller%2Ede", "REDACTED"],
  ["mailto:jane%2540acme%252Ecom?x=1", "mailto:REDACTED?x=1"],
  ["jane@acme.xn--p1ai", "REDACTED"],
  ["/photos/jane@acme.com.png", "/photos/REDACTED"],
  ["jane@acme.com-small.js jane@next.js.org", "REDACTED REDACTED"],
  ["jane@acme.zip jane@acme.app jane@acme.mov jane@acme.map", "REDACTED REDACTED REDACTED REDACTED"],
  ["jane\u0001@acme.com jane@\u0001acme.com", "REDACTED REDACTED"],
])("removes the email addresses from %j", async (text, expected) => {
  expect(await textOf(text)).toBe(expected);
});

it.each([
  "hero@2x.png, /img/hero%402x.png?v=1",
  "pkg@1.2.3 react@18.2.0-rc.next.",
  "app@next.js render@app.js:10:4\nfoo@vendor.min.js:1:2 npm/pkg@next.js/dist a@theme.css.map",
  'it\'s 5 \\ 6 @ "home" 100%',
  "me@localhost",
  "",
])("keeps %j", async (text) => {
  expect(await textOf(text)).toBe(text);
});

it("returns texts, numbers and booleans, and nothing for objects and lists", async () => {
  const values = [1.5, -3, 12345678901, true, false, null, { userId: "u-42" }, ["Jane"], [], {}];
  expect(await Promise.all(values.map((each) => textOf(each)))).toEqual([
    "1.5",
    "-3",
    "12345678901",
    "true",
    "false",
    "",
    "",
    "",
    "",
    "",
  ]);
  expect([await textOf("u-42", "userId"), await textOf({ a: 1 }, "userId")]).toEqual(["REDACTED", ""]);
});

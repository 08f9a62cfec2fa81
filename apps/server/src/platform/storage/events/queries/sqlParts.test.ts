import fc from "fast-check";
import { expect, it } from "vitest";
import { borrowEvents } from "../../../../testing/borrowStores.ts";
import { hostOf, splitTexts } from "./sqlParts.ts";

it("splits texts into lists by number and by size, in order", () => {
  const short = Array.from({ length: 12_000 }, (_, index) => `${index}`);
  expect(splitTexts(short).map(({ length }) => length)).toEqual([5000, 5000, 2000]);
  expect(splitTexts(short).flat()).toEqual(short);
  const long = Array.from({ length: 1500 }, () => "é".repeat(500));
  expect(splitTexts(long).map(({ length }) => length)).toEqual([500, 500, 500]);
  expect(splitTexts([])).toEqual([]);
});

it("finds the same host of a URL as a browser", async () => {
  const store = await borrowEvents();
  const part = fc.constantFrom(
    "",
    "a",
    "/",
    "//",
    "@",
    ":",
    "?",
    "#",
    "?q=a@b.example",
    "#x@b.example:80",
    "/A",
    "%40",
  );
  const address = fc
    .tuple(
      fc.constantFrom("https://", "http://", "HTTPS://"),
      fc.constantFrom("", "user@", "user:secret@"),
      fc.constantFrom("trellis.example", "Trellis.Example", "xn--mnchen-3ya.de", "[::1]", "10.0.0.1"),
      fc.constantFrom("", ":3000"),
      fc.array(part, { maxLength: 4 }).map((parts) => parts.join("")),
    )
    .map(
      ([scheme, user, host, port, rest]) =>
        `${scheme}${user}${host}${port}${/^[/?#]|^$/.test(rest) ? "" : "/"}${rest}`,
    );
  const addresses = fc.sample(address, 1000);
  const rows = await store.query<{ host: string }>(
    `SELECT ${hostOf("address")} AS host FROM (SELECT arrayJoin(JSONExtract({addresses:String}, 'Array(String)')) AS address)`,
    { addresses: JSON.stringify(addresses) },
  );
  expect(rows.map(({ host }) => host)).toEqual(addresses.map((each) => new URL(each).host));
  await store.stop();
});

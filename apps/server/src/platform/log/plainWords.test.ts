import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CANARIES, CANARY } from "../../testing/canaries.ts";
import { plainAddress } from "./plainAddress.ts";
import { plainWords } from "./plainWords.ts";

it.each([
  // Our own messages are unchanged.
  ["The event store is unavailable; restarting it.", "The event store is unavailable; restarting it."],
  ["The ingest process was not ready within 60 s.", "The ingest process was not ready within 60 s."],
  ["Contentful's response isn't a list (yet)", "Contentful's response isn't a list (yet)"],
  // Of PostgreSQL.
  ['invalid input syntax for type uuid: "zq"', "invalid input syntax for type uuid …"],
  ['null value in column "email" of relation "leads"', "null value in column …"],
  ["ungültige Eingabesyntax für Typ integer: »zq«", "ungültige Eingabesyntax für Typ integer …"],
  ['password authentication failed for user "zq"', "password authentication failed for user …"],
  // Of Node.
  ["ENOENT: no such file or directory, open '/srv/zq'", "ENOENT: no such file or directory, open …"],
  ["connect ECONNREFUSED 127.0.0.1:5432", "connect ECONNREFUSED …"],
  ["unable to verify the first certificate", "unable to verify the first certificate"],
  ["Unexpected token 'z', \"zq@zq.example\" is not valid JSON", "Unexpected token …"],
  ["Cannot read properties of undefined (reading 'zq')", "Cannot read properties of undefined (reading …"],
  // Of others.
  [
    "Can't send mail - all recipients were rejected: 550 <zq@zq.example>",
    "Can't send mail - all recipients were rejected …",
  ],
  ["Recipient zq.ann@zq.example was rejected", null],
  ["Route GET:/shared/zq not found", "Route …"],
  ["<html><title>zq</title></html>", "…"],
  ['[{"code":"invalid_type","path":["zq"]}]', "…"],
  ["failed\nzq", "failed …"],
  ["", ""],
])("%j is reduced to %j", (message, expected) => {
  if (expected === null) expect(plainWords(message)).not.toContain("@");
  else expect(plainWords(message)).toBe(expected);
});

const signs = fc.constantFrom(
  ": ",
  ' "',
  " '",
  " `",
  " <",
  " (",
  "=",
  " «",
  " /",
  "\n",
  " {",
  " [",
  " 0x",
  " @",
  " …: ",
);

describe("any message", () => {
  it("loses everything after a colon, a quotation mark, a bracket or a line", () => {
    const opening = fc.constantFrom(
      ": ",
      ' "',
      " `",
      " <",
      " “",
      " „",
      " «",
      ' ("',
      "=",
      " {",
      " [",
      "\n",
      "\r",
      "\u2028",
    );
    fc.assert(
      fc.property(opening, fc.constantFrom(...CANARIES), fc.string(), (sign, canary, end) => {
        expect(plainWords(`Cannot do that${sign}${canary}${end}`)).not.toMatch(CANARY);
      }),
    );
  });

  it("has no address, no long number and no token", () => {
    const secrets = CANARIES.filter((each) => !each.includes("zqann zqbaker"));
    fc.assert(
      fc.property(fc.constantFrom(...secrets), (secret) => {
        expect(plainWords(`Cannot do that with ${secret}`)).not.toMatch(/zqann|0918273645|Zq7f|token/);
      }),
    );
  });

  it("is reduced no further the second time", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), signs, fc.lorem())), (parts) => {
        const once = plainWords(parts.join(""));
        expect(plainWords(once)).toBe(once);
      }),
    );
  });
});

it.each([
  ["/de/pricing?email=zq", "/de/pricing"],
  ["/assets/entry-client-B7xk29aQ.js", "/assets/entry-client-B7xk29aQ.js"],
  ["/shared/3Jk2mQ9xW4vB8nL1cR5tYzP0aS7dF6gH", "/shared/…"],
  ["/zq@zq.example/x", "/…/x"],
])("the address %j is reduced to %j", (address, expected) => {
  expect(plainAddress(address)).toBe(expected);
});

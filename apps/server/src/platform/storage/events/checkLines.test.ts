import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { checkLines } from "./checkLines.ts";

/** The output when the text arrives in these pieces. */
async function passed(whole: string, cuts: readonly number[]): Promise<string> {
  const bytes = Buffer.from(whole);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
  const check = checkLines();
  const [result] = await Promise.all([text(check), pipeline(Readable.from(pieces), check)]);
  return result;
}

const rows = fc.array(fc.dictionary(fc.string(), fc.string()).map((row) => `${JSON.stringify(row)}\n`));
const cuts = fc.array(fc.nat());

it("passes rows on, however they are cut, and throws for an error among them", async () => {
  await fc.assert(
    fc.asyncProperty(rows, cuts, async (lines, at) => {
      const whole = lines.join("");
      expect(await passed(whole, at)).toBe(whole);
      await expect(passed(`${whole}Code: 395. DB::Exception: broken`, at)).rejects.toThrow(
        "ended its response",
      );
      await expect(passed(`${whole}\r\n__exception__\r\nabc`, at)).rejects.toThrow("ended its response");
    }),
  );
});

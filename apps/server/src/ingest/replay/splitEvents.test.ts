import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RejectedRequest } from "../rejectedRequest.ts";
import { splitEvents } from "./splitEvents.ts";

/** Splits a text that arrives in chunks of the given sizes, repeated cyclically. */
function split(text: string, sizes: readonly number[] = [7]): { events: string[]; rest: string } {
  const events: string[] = [];
  const splitter = splitEvents((json) => events.push(json.toString()));
  const bytes = Buffer.from(text);
  let from = 0;
  for (let turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    splitter.push(bytes.subarray(from, from + size));
    from += size;
  }
  return { events, rest: splitter.end() };
}

const statusOf = (run: () => unknown) => {
  try {
    run();
    return 200;
  } catch (error) {
    return error instanceof RejectedRequest ? error.statusCode : error;
  }
};

describe("splitEvents", () => {
  it("returns the events and the rest of any body, regardless of chunk boundaries and whitespace", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.jsonValue(),
        sizes,
        fc.nat(3),
        fc.boolean(),
        (events, other, at, indent, isLast) => {
          const body = isLast ? { version: 1, other, events } : { events, version: 1, other };
          const result = split(JSON.stringify(body, null, indent), at);
          expect(result.events.map((json) => JSON.parse(json))).toEqual(JSON.parse(JSON.stringify(events)));
          expect(JSON.parse(result.rest)).toEqual(JSON.parse(JSON.stringify({ ...body, events: [] })));
        },
      ),
    );
  });

  it("ignores an events list that is nested deeper or inside a string", () => {
    const body = { a: { events: [1] }, b: '"events":[2]', c: [3], events: [4] };
    expect(split(JSON.stringify(body))).toEqual({
      events: ["4"],
      rest: JSON.stringify({ ...body, events: [] }),
    });
  });

  it("passes on empty events between commas to the parser", () => {
    expect(split('{"events":[,1,]}').events).toEqual(["", "1", ""]);
  });

  it("accepts the maximum number of events and reads no more", () => {
    expect(split(`{"events":[${"1,".repeat(99_999)}1]}`, [65_536]).events).toHaveLength(100_000);
    let seen = 0;
    const splitter = splitEvents(() => {
      seen += 1;
    });
    expect(statusOf(() => splitter.push(Buffer.from(`{"events":[${"1,".repeat(300_000)}`)))).toBe(413);
    expect(seen).toBe(100_000);
  });

  it.each([
    ["ends early", '{"events":[1', 400],
    ["ends within a text", '{"events":["', 400],
    ["closes more than it opens", '{"events":[]}}', 400],
    ["nests too deep", `{"events":[${"[".repeat(3000)}`, 400],
    ["has one large event", `{"events":["${"x".repeat(11 * 1024 ** 2)}"]}`, 413],
    ["has an event of many values", `{"events":[[${"[],".repeat(600_000)}1]]}`, 413],
    ["has more events than may be", `{"events":[${"1,".repeat(100_000)}1]}`, 413],
    ["has much beside the events", `{"x":"${"x".repeat(17_000)}","events":[]}`, 413],
  ])("rejects a body that %s", (_name, body, status) => {
    expect(statusOf(() => split(body, [65_536]))).toBe(status);
  });
});

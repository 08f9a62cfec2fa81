import fc from "fast-check";
import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { sendError } from "./sendError.ts";
import {
  ANY_TEXT,
  describeUnstorable,
  findUnstorable,
  registerTextCheck,
  storableText,
  withAnyText,
} from "./storableText.ts";

const text = fc.string({ unit: fc.constantFrom("a", "\0", "\ud83d", "\ude00", "🌱", "/", "~") });

describe("storableText", () => {
  it("returns a text that can be stored, the same one if it could be", () => {
    fc.assert(
      fc.property(text, (original) => {
        const storable = storableText(original);
        expect(findUnstorable(storable)).toBeNull();
        if (findUnstorable(original) === null) expect(storable).toBe(original);
      }),
    );
  });

  it("joins the halves of a character that U+0000 separated", () => {
    expect(storableText("one\ud83d\0\ude00\0, a\ud83d")).toBe("one😀, a\ufffd");
  });
});

describe("findUnstorable", () => {
  it("finds exactly what a JSON value has, in values and names", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(text, fc.array(text)), (harmless, maybe) => {
        const json = JSON.stringify({ harmless, maybe });
        expect(findUnstorable({ harmless, maybe }) !== null).toBe(
          /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json),
        );
      }),
    );
  });

  it.each([
    ["a\0", "The body contains U+0000, which can't be stored. Remove it."],
    [
      { name: "x", conditions: [{ value: "\ud800" }] },
      "The body's /conditions/0/value contains half a character (a lone surrogate), which can't be stored. Remove it.",
    ],
    [{ a: { "x/\0y": 1 } }, "The body's /a contains U+0000 in a name, which can't be stored. Remove it."],
    [{ "x/y\n": ["\0"] }, "The body's /x~1y /0 contains U+0000, which can't be stored. Remove it."],
    [{ first: "\ud800", second: "\0" }, expect.stringContaining("The body's /first contains half")],
  ])("returns its position: %j", (body, message) => {
    const problem = findUnstorable(body);
    expect(problem && describeUnstorable("The body", problem)).toEqual(message);
  });

  it("keeps long names out of a message", () => {
    const problem = findUnstorable({ ["x".repeat(10_000)]: "\0" });
    expect(problem && describeUnstorable("The body", problem).length).toBeLessThan(300);
  });

  it("reads bodies of any depth and length, and no files", () => {
    const deep = JSON.parse(`${"[".repeat(400_000)}"\\u0000"${"]".repeat(400_000)}`);
    expect(findUnstorable(deep)?.fault).toBe("U+0000");
    expect(findUnstorable([...new Array(400_000).fill(""), "\0"])?.pointer).toBe("/400000");
    expect(findUnstorable({ file: Buffer.from("\0") })).toBeNull();
  });
});

it("is checked in path, query and body of each route without an exception, before schemas", async () => {
  const app = fastify();
  app.setErrorHandler(sendError);
  registerTextCheck(app);
  const schema = { body: { type: "object", properties: { name: { type: "integer" } } } };
  app.post("/checked/:id", { schema }, () => "done");
  app.post("/own/:id", ANY_TEXT, () => "done");
  await app.register(withAnyText((scope) => scope.post("/scope/:id", () => "done")));
  app.get("/got/:id", () => "done");
  const ask = async (method: "GET" | "POST", url: string, payload?: object) => {
    const reply = await app.inject({ method, url, ...(payload && { payload }) });
    return reply.statusCode === 200 ? reply.body : reply.json().error.message;
  };
  expect(await ask("POST", "/checked/1?q=a", { name: 5 })).toBe("done");
  expect(await ask("POST", "/checked/1", { name: "\0" })).toContain("The body's /name contains U+0000");
  expect(await ask("POST", "/checked/%00?q=%00", { name: "\0" })).toContain("The path's /id contains U+0000");
  expect(await ask("GET", "/got/1?q=%00")).toContain("The query's /q contains U+0000");
  expect(await ask("GET", "/got/1?q=a&q=%00")).toContain("The query's /q/1 contains U+0000");
  expect(await ask("GET", "/got/1?%00=a")).toContain("The query contains U+0000 in a name");
  for (const path of ["/own", "/scope"])
    expect(await ask("POST", `${path}/%00?%00`, { a: "\ud800" })).toBe("done");
  expect((await app.inject("/nowhere/%00")).statusCode).toBe(404);
});

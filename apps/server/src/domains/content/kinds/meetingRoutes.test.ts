import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "@marquee/contract";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { silent } from "../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { checkField } from "../checkField.ts";
import { editFile } from "../editFile.ts";
import { startContent } from "../startContent.ts";

const EMPTY = { rules: [], default: { url: "" } };
const FILE = "meeting-routes.json";

async function start(file: unknown) {
  const contentDir = temporaryDir();
  const write = (value: unknown) =>
    writeFileSync(join(contentDir, FILE), typeof value === "string" ? value : JSON.stringify(value));
  if (file !== null) write(file);
  const content = await startContent({ contentDir, log: silent, takenPaths: new Set(), remote: null });
  onTestFinished(content.stop);
  return { content, write };
}

describe("meeting routes", () => {
  it("accepts the project's own file", async () => {
    const contentDir = temporaryDir();
    cpSync(join(import.meta.dirname, "../../../../../../content", FILE), join(contentDir, FILE));
    const content = await startContent({ contentDir, log: silent, takenPaths: new Set(), remote: null });
    onTestFinished(content.stop);
    expect(content.meetingRoutes().sales.rules.map(({ name }) => name)).toContain("large-company");
  });

  it("are empty without a file, follow one that appears, and are replaced by what is published", async () => {
    const { content, write } = await start(null);
    expect(content.meetingRoutes()).toEqual({ sales: EMPTY, demo: EMPTY });
    write({ demo: { default: { url: "https://cal.example/demo" } } });
    await expect.poll(() => content.meetingRoutes().demo.default.url).toBe("https://cal.example/demo");
    let changes = 0;
    content.onChange(() => {
      changes += 1;
    });
    // Members in a different order, as a store may return them.
    const rule = { url: "https://cal.example/large", companySizes: ["1001+"], name: "large" };
    content.publish(content.build(new Map([["meeting-routes", { "/sales/rules": [rule] }]])));
    expect(JSON.stringify(content.meetingRoutes().sales.rules)).toBe(
      '[{"name":"large","companySizes":["1001+"],"url":"https://cal.example/large"}]',
    );
    expect(changes, "No page is rendered again.").toBe(0);
    const logError = vi.spyOn(silent, "error");
    onTestFinished(() => logError.mockRestore());
    write("nonsense");
    await expect.poll(() => logError).toHaveBeenCalled();
    expect(content.meetingRoutes().demo.default.url).toBe("https://cal.example/demo");
  });

  const withRule = (rule: object) => ({ sales: { rules: [rule], default: { url: "" } }, demo: EMPTY });
  it.each([
    ["{", /content\/meeting-routes\.json: Invalid JSON .* Correct example: \{ "sales"/],
    [{ sign: EMPTY }, /meeting-routes\.json, sign: This is an unknown property/],
    [withRule({ name: "a", url: "http://cal.example" }), /sales\.rules\.0\.url: Enter an address/],
    [withRule({ name: "a", url: "", companySizes: ["12"] }), /sales\.rules\.0\.companySizes\.0: /],
    [withRule({ name: "a", url: "", emailDomains: ["ACME"] }), /sales\.rules\.0\.emailDomains: /],
    [withRule({ name: "a", url: "", size: "1" }), /sales\.rules\.0\.size: This is an unknown property/],
    [withRule({ name: "default", url: "" }), /sales\.rules\.0\.name: The name default is already used/],
  ])("rejects %j with the position of the problem", async (file, message) => {
    await expect(start(file)).rejects.toThrow(message);
  });

  const rule = (change: object) => [{ name: "a", url: "", ...change }];
  it.each([
    ["/sales/rules", rule({ url: "javascript:alert(1)" }), "Enter an address that starts with https://"],
    ["/sales/rules", rule({ url: "https://%" }), "Enter an address that starts with https://"],
    ["/sales/rules", rule({ url: "https://cal.example@evil.example/" }), "Leave out user name"],
    ["/sales/rules", rule({ url: "https://cal.example/\u202e" }), "Enter an address|control"],
    ["/sales/rules", rule({ name: "<b>" }), "A name has up to 60"],
    ["/sales/rules", [...rule({}), ...rule({})], "Rule 2: The name a is already used"],
    ["/sales/rules", rule({ emailDomains: [] }), "This must be a list"],
    ["/sales/rules", rule({ emailDomains: ["a b.example"] }), "Enter domains in lower case"],
    ["/sales/rules", rule({ emailDomains: Array(201).fill("a.example") }), "at most 200"],
    ["/sales/rules", rule({ locales: ["xx"] }), "Languages are"],
    ["/sales/rules", rule({ emailParameter: "a&b" }), "Enter the name of a query parameter"],
    ["/sales/rules", rule({ __proto__x: 1 }), "unknown property"],
    ["/sales/rules", [null], "This is not a rule"],
    ["/sales/rules", Array(501).fill({ name: "a", url: "" }), "at most 500"],
    ["/sales/rules", "none", "must be a list of rules"],
    ["/demo/default", { url: "data:text/html,x" }, "Enter an address"],
    ["/demo/default", [], "This is not a link"],
    ["/other/rules", [], "This is not a field"],
    ["/sales", EMPTY, "This is not a field"],
  ] as const)("refuses %s %j", (pointer, value, message) => {
    const problem = checkField("meeting-routes", {}, pointer.slice(1).split("/"), value as unknown as Json);
    expect(problem).toMatch(new RegExp(message));
  });

  it("are written into their file rule by rule", () => {
    const unchangedRule = '{ "name": "german-speaking", "locales": ["de"],   "url": "" }';
    const text = `{\n  "sales": {\n    "rules": [\n      { "name": "large", "url": "" },\n      ${unchangedRule}\n    ],\n    "default": { "url": "" }\n  }\n}\n`;
    const rules = [
      { name: "german-speaking", locales: ["de"], url: "" },
      { name: "new", companySizes: ["1-10"], url: "https://cal.example/new" },
    ];
    expect(editFile(FILE, text, { "/sales/rules": rules })).toBe(
      text.replace(
        /"rules": \[[\s\S]*\],\n {4}"default"/,
        `"rules": [\n      ${unchangedRule},\n      { "name": "new", "companySizes": ["1-10"], "url": "https://cal.example/new" }\n    ],\n    "default"`,
      ),
    );
    const added = editFile(FILE, "{}\n", {
      "/demo/rules": rules,
      "/demo/default": { url: "https://a.example" },
    });
    expect(JSON.parse(added ?? "")).toEqual({ demo: { rules, default: { url: "https://a.example" } } });
  });
});

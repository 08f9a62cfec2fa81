import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { silent } from "../testing/startTestStores.ts";
import { temporaryDir } from "../testing/temporaryDir.ts";
import { startMeetingRoutes } from "./meetingRoutesFile.ts";

const EMPTY = { rules: [], default: { url: "" } };

async function start(file: unknown) {
  const contentDir = temporaryDir();
  const write = (value: unknown) =>
    writeFileSync(
      join(contentDir, "meeting-routes.json"),
      typeof value === "string" ? value : JSON.stringify(value),
    );
  if (file !== null) write(file);
  const routes = await startMeetingRoutes({ contentDir, log: silent });
  onTestFinished(routes.stop);
  return { routes, write };
}

describe("startMeetingRoutes", () => {
  it("accepts the project's own file", async () => {
    const contentDir = temporaryDir();
    const file = "meeting-routes.json";
    cpSync(join(import.meta.dirname, "../../../../content", file), join(contentDir, file));
    const routes = await startMeetingRoutes({ contentDir, log: silent });
    onTestFinished(routes.stop);
    expect(routes.values().sales.rules.map(({ name }) => name)).toContain("large-company");
  });

  it("returns no routes without a file and follows one that appears", async () => {
    const { routes, write } = await start(null);
    expect(routes.values()).toEqual({ sales: EMPTY, demo: EMPTY });
    write({ sales: EMPTY, demo: { rules: [], default: { url: "https://cal.example/demo" } } });
    await expect.poll(() => routes.values().demo.default.url).toBe("https://cal.example/demo");
    write("nonsense");
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(routes.values().demo.default.url).toBe("https://cal.example/demo");
  });

  const withRule = (rule: object) => ({ sales: { rules: [rule], default: { url: "" } }, demo: EMPTY });
  it.each([
    ["{", /content\/meeting-routes\.json: Invalid JSON .* Correct example: \{ "sales"/],
    [{ sales: EMPTY }, /meeting-routes\.json: This must have required properties demo/],
    [withRule({ name: "a", url: "http://cal.example" }), /sales\.rules\.0\.url: /],
    [withRule({ name: "a", url: "https://%" }), /sales\.rules\.0\.url: This is not a URL/],
    [withRule({ name: "a", url: "javascript:alert(1)" }), /sales\.rules\.0\.url: /],
    [withRule({ name: "a", url: "", companySizes: ["12"] }), /sales\.rules\.0\.companySizes\.0: /],
    [withRule({ name: "a", url: "", emailDomains: ["ACME"] }), /sales\.rules\.0\.emailDomains\.0: /],
    [withRule({ name: "a", url: "", size: "1" }), /sales\.rules\.0\.size: This is an unknown property/],
    [withRule({ name: "default", url: "" }), /sales\.rules\.0\.name: The name default is already used/],
  ])("rejects %j with the position of the problem", async (file, message) => {
    await expect(start(file)).rejects.toThrow(message);
  });
});

import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BOOLEAN_FLAGS, DEFAULT_FLAGS } from "@marquee/contract";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { followFlagFile } from "./flagFile.ts";

const log = pino({ level: "silent" });
const logError = vi.spyOn(log, "error");

async function start(file: unknown) {
  const contentDir = temporaryDir();
  const write = (value: unknown) =>
    writeFileSync(join(contentDir, "flags.json"), typeof value === "string" ? value : JSON.stringify(value));
  write(file);
  const flags = await followFlagFile({ contentDir, log });
  onTestFinished(flags.stop);
  return { flags, write };
}

describe("followFlagFile", () => {
  it("returns the defaults for flags missing from the file", async () => {
    expect((await start({})).flags.values()).toEqual(DEFAULT_FLAGS);
    const { flags } = await start({ "contact-sales-landing-page": true });
    expect(flags.values()).toEqual({ ...DEFAULT_FLAGS, "contact-sales-landing-page": true });
  });

  it("accepts the project's own file, in which all switches are off", async () => {
    const contentDir = temporaryDir();
    cpSync(join(import.meta.dirname, "../../../../../content/flags.json"), join(contentDir, "flags.json"));
    const flags = await followFlagFile({ contentDir, log });
    onTestFinished(flags.stop);
    for (const flag of BOOLEAN_FLAGS) expect(flags.values()[flag]).toBe(false);
  });

  it.each([
    ["{", /content\/flags\.json: Invalid JSON .* Correct example: \{ "pricing/],
    [{ "pricing-quiz": true }, /flags\.json, pricing-quiz: This is an unknown property/],
    [
      { "global-site-banner": { paths: ["/pricing"], text: "New", link: { href: "/brain" } } },
      /flags\.json, global-site-banner: The banner has files of its own\. .*content\/banner\.json with \{"isShown":true,"paths":\["\/pricing"\].*"href":"\/brain"\}, and content\/copy\/en\/banner\.json with \{"text":"New"/,
    ],
    [{ "global-site-banner": 7 }, /The banner has files of its own/],
    [{ "contact-sales-landing-page": "yes" }, /contact-sales-landing-page: This must be boolean/],
  ])("rejects %j with the position and a correct example", async (file, message) => {
    await expect(start(file)).rejects.toThrow(message);
  });

  it("follows the file and keeps the last valid values while it is invalid", async () => {
    const { flags, write } = await start({});
    let changes = 0;
    flags.onChange(() => {
      changes += 1;
    });
    write("{");
    write({ "contact-sales-landing-page": true });
    await expect.poll(() => flags.values()["contact-sales-landing-page"]).toBe(true);
    logError.mockClear();
    write("nonsense");
    await expect.poll(() => logError).toHaveBeenCalled();
    expect(flags.values()["contact-sales-landing-page"]).toBe(true);
    expect(changes).toBe(1);
  });
});

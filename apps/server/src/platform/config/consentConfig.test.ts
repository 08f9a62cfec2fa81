import { expect, it } from "vitest";
import { readConsentConfig } from "./consentConfig.ts";

function read(env: Record<string, string>) {
  const problems: string[] = [];
  return { ...readConsentConfig(env, problems), problems: problems.map((text) => text.split(/[=:]/)[0]) };
}

it("asks for consent with the site's own dialog by default", () => {
  const defaults = { consentDefault: "ask", consentProvider: { name: "own" }, problems: [] };
  expect(read({})).toEqual(defaults);
  expect(read({ CONSENT_DEFAULT: " ", CONSENT_PROVIDER: "" })).toEqual(defaults);
  expect(read({ CONSENT_DEFAULT: "granted" })).toEqual({ ...defaults, consentDefault: "granted" });
});

it("accepts OneTrust only with a valid script ID", () => {
  const id = "0190a1b2-c3d4-7000-8000-0123456789ab-test";
  expect(read({ CONSENT_PROVIDER: "onetrust", ONETRUST_DOMAIN_SCRIPT: id }).consentProvider).toEqual({
    name: "onetrust",
    domainScript: id,
  });
  expect(read({ CONSENT_PROVIDER: "onetrust" }).problems).toEqual(["ONETRUST_DOMAIN_SCRIPT"]);
  expect(read({ CONSENT_PROVIDER: "onetrust", ONETRUST_DOMAIN_SCRIPT: '"><script' }).problems).toHaveLength(
    1,
  );
});

it("reports invalid variables and falls back to asking for consent", () => {
  expect(read({ CONSENT_DEFAULT: "yes", CONSENT_PROVIDER: "other" })).toEqual({
    consentDefault: "ask",
    consentProvider: { name: "own" },
    problems: ["CONSENT_PROVIDER", "CONSENT_DEFAULT"],
  });
});

import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  DEFAULT_FLAGS,
  formatConsentCookie,
  type TargetingCondition,
} from "@marquee/contract";
import { expect, it } from "vitest";
import { flagDefinition, flagRule } from "../../testing/experimentDefinition.ts";
import { compileFlags } from "./compileFlags.ts";
import { createVisitorFlags } from "./visitorFlags.ts";

const KEY = "new-card-ui-CLK-123";
const STRANGER = { isBannerHidden: false, audience: "visitor", isPrivacyRestricted: true } as const;
const decision = formatConsentCookie({
  groups: [CONSENT_GROUPS.necessary, CONSENT_GROUPS.analytics],
  decidedAt: 0,
  textVersion: CONSENT_TEXT_VERSION,
  receiptId: "00000000-0000-4000-8000-000000000000",
});
const AGREED = `${CONSENT_COOKIE}=${decision}; ajs_anonymous_id=0123-4567`;

/** Flags with one rule, as evaluated for a request of the page at `path`. */
function flagsFor(
  condition: TargetingCondition,
  path: string,
  { cookie = AGREED, url = `${path}?plan=free` } = {},
) {
  const definitions = [flagDefinition({ key: KEY, rules: [flagRule({ targeting: [condition] })] })];
  const current = compileFlags({ definitions, experiments: [], environment: "production", now: 100 });
  const read = createVisitorFlags({
    flags: {
      current: () => current,
      running: () => [],
      redirecting: () => [],
      banner: () => null,
      onChange: () => () => undefined,
    },
    countries: { codeOf: () => "DE" },
    settings: { consentDefault: "ask", publicUrl: "https://trellis.example" },
    findPage: () => undefined,
    keptParameters: new Set(),
  });
  return read({ headers: { cookie }, ip: "127.0.0.1", url }, path, STRANGER);
}

const onPricing: TargetingCondition = { attribute: "pathName", operator: "in", values: ["/pricing"] };

it("evaluates rules with the page's path and URL for each page", () => {
  expect(flagsFor(onPricing, "/pricing").flags[KEY]).toBe(true);
  expect(flagsFor(onPricing, "/brain").flags[KEY]).toBe(false);
  const withQuery: TargetingCondition = {
    attribute: "url",
    operator: "in",
    values: ["https://trellis.example/pricing?plan=free"],
  };
  expect(flagsFor(withQuery, "/pricing").flags[KEY]).toBe(true);
  expect(flagsFor(withQuery, "/pricing", { url: "/leads" }).flags[KEY]).toBe(false);
  expect(flagsFor(onPricing, "/pricing", { url: "/leads" }).flags[KEY]).toBe(true);
});

it("derives the variant only from the values, and reports that they may differ between pages", () => {
  const [pricing, other] = [flagsFor(onPricing, "/pricing"), flagsFor(onPricing, "/brain")];
  expect([pricing.key, other.key]).toEqual([`${KEY}=true`, ""]);
  expect([pricing.arePerPage, other.arePerPage]).toEqual([true, true]);
  const inGermany: TargetingCondition = { attribute: "country", operator: "in", values: ["DE"] };
  expect(flagsFor(inGermany, "/pricing")).toMatchObject({ key: `${KEY}=true`, arePerPage: false });
});

it("uses no attribute of a visitor who has not consented", () => {
  const flags = flagsFor(onPricing, "/pricing", { cookie: "ajs_anonymous_id=0123-4567" });
  expect(flags.flags).toMatchObject(DEFAULT_FLAGS);
  expect(flags.key).toBe("");
});

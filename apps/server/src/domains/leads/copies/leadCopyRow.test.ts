import { expect, it } from "vitest";
import { originOf } from "./leadCopyRow.ts";

const HOSTS = ["trellis.example"];
const INTERNAL = { referrer: "https://trellis.example/pricing" };

it.each<[Record<string, string>, string, string]>([
  [{ ...INTERNAL, utm_source: "(none)", utm_medium: "(direct)", utm_campaign: "none" }, "(direct)", "direct"],
  [INTERNAL, "(direct)", "direct"],
  [{}, "(direct)", "direct"],
  [{ ...INTERNAL, utm_source: "linkedin.com", utm_medium: "referral" }, "LinkedIn", "organic-social"],
  [{ referrer: "https://www.google.com/" }, "Google", "organic-search"],
  [{ ...INTERNAL, utm_source: "google", utm_medium: "cpc", utm_campaign: "none" }, "Google", "paid-search"],
  [{ ...INTERNAL, utm_source: "linkedin.com", utm_medium: "cpc" }, "LinkedIn", "paid-social"],
  [{ utm_source: "Newsletter ", utm_medium: "Email", utm_campaign: "spring" }, "newsletter", "email"],
  [{ utm_source: "newsletter", utm_medium: "email", utm_campaign: "spring" }, "newsletter", "email"],
])("names the source and channel of %j", (attribution, source, channel) => {
  expect(originOf(attribution, HOSTS)).toMatchObject({ source, channel });
});

it("has no value where the cookies say none", () => {
  const { utm_source, utm_medium, utm_campaign } = originOf(
    { utm_source: "(none)", utm_medium: "none", utm_campaign: "spring" },
    HOSTS,
  );
  expect([utm_source, utm_medium, utm_campaign]).toEqual(["", "", "spring"]);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALES } from "../kernel/locales.ts";
import { COMPANY_SIZES } from "./leads.ts";
import {
  type MeetingRoutes,
  type MeetingRule,
  meetingUrl,
  type RoutedLead,
  routeLead,
} from "./meetingRoutes.ts";

const DOMAINS = ["acme.example", "mail.acme.example", "other.example"];
const rule: fc.Arbitrary<MeetingRule> = fc.record(
  {
    name: fc.stringMatching(/^[a-z]{1,6}$/),
    url: fc.constantFrom("", "https://cal.example/a", "https://cal.example/b"),
    companySizes: fc.uniqueArray(fc.constantFrom(...COMPANY_SIZES), { minLength: 1 }),
    locales: fc.uniqueArray(fc.constantFrom(...LOCALES), { minLength: 1 }),
    emailDomains: fc.uniqueArray(fc.constantFrom(...DOMAINS), { minLength: 1 }),
  },
  { requiredKeys: ["name", "url"] },
);
const rules = fc.array(rule, { maxLength: 6 });
const lead: fc.Arbitrary<RoutedLead> = fc.record({
  kind: fc.constantFrom("sales" as const, "demo" as const),
  companySize: fc.option(fc.constantFrom(...COMPANY_SIZES)),
  locale: fc.constantFrom(...LOCALES),
  emailDomain: fc.constantFrom(...DOMAINS, "notacme.example"),
});
const routesOf = (meetingRules: MeetingRule[]): MeetingRoutes => {
  const router = { rules: meetingRules, default: { url: "https://cal.example/default" } };
  return { sales: router, demo: router };
};

/** A plain implementation of the matching rule. */
function holds(each: MeetingRule, { companySize, locale, emailDomain }: RoutedLead): boolean {
  const isSize = each.companySizes?.some((size) => size === companySize) ?? true;
  const isLocale = each.locales?.some((allowed) => allowed === locale) ?? true;
  const isDomain = each.emailDomains?.some((domain) => `.${emailDomain}`.endsWith(`.${domain}`)) ?? true;
  return isSize && isLocale && isDomain;
}

describe("routeLead", () => {
  it("uses the first matching rule, otherwise the default", () => {
    fc.assert(
      fc.property(rules, lead, (meetingRules, each) => {
        const first = meetingRules.find((one) => holds(one, each));
        const route = routeLead(routesOf(meetingRules), each);
        expect(route?.name).toBe(`${each.kind}/${first?.name ?? "default"}`);
        expect(route?.link?.url ?? "").toBe(first ? first.url : "https://cal.example/default");
      }),
      { numRuns: 1000 },
    );
  });

  it("ignores rules after the one that matched", () => {
    fc.assert(
      fc.property(rules, rules, lead, (meetingRules, more, each) => {
        fc.pre(meetingRules.some((one) => holds(one, each)));
        expect(routeLead(routesOf([...meetingRules, ...more]), each)).toEqual(
          routeLead(routesOf(meetingRules), each),
        );
      }),
    );
  });

  it("separates the two routers and does not route sign-ups", () => {
    const routes = routesOf([]);
    routes.demo = { rules: [], default: { url: "https://cal.example/demo", emailParameter: "email" } };
    const of = (kind: RoutedLead["kind"]) =>
      routeLead(routes, { kind, companySize: null, locale: "en", emailDomain: "a.example" });
    expect(of("sales")?.link).toEqual({ url: "https://cal.example/default" });
    expect(of("demo")).toEqual({
      name: "demo/default",
      link: { url: "https://cal.example/demo", emailParameter: "email" },
    });
    expect(of("sign-up")).toBeNull();
  });
});

describe("meetingUrl", () => {
  it.each([
    [{ url: "https://cal.example/x?y=1" }, "https://cal.example/x?y=1"],
    [
      { url: "https://cal.example/x?y=1", emailParameter: "e" },
      "https://cal.example/x?y=1&e=a%2Bb%40c.example",
    ],
  ])("%j", (link, expected) => {
    expect(meetingUrl(link, "a+b@c.example")).toBe(expected);
  });

  it("passes any email address unchanged and keeps the rest of the URL", () => {
    fc.assert(
      fc.property(fc.string(), (email) => {
        const address = new URL(meetingUrl({ url: "https://cal.example/x?y=1", emailParameter: "e" }, email));
        expect([address.host, address.pathname, address.searchParams.get("y")]).toEqual([
          "cal.example",
          "/x",
          "1",
        ]);
        expect(address.searchParams.get("e")).toBe(email);
      }),
    );
  });
});

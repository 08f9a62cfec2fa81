import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COMPANY_SIZES,
  checkLead,
  checkLeadField,
  fieldsOf,
  isRequired,
  kindOf,
  LEAD_FORM_IDS,
  LEAD_MAX_LENGTHS,
  type LeadValues,
} from "./leads.ts";

const FREE = new Set(["gmail.com"]);
const GOOD: LeadValues = {
  email: "ada@trellis.example",
  name: "",
  companySize: "51-200",
  message: "We are forty teams.",
};

it("sends 1763 and 1871 to the demo router and all others to sales", () => {
  expect(LEAD_FORM_IDS.map(kindOf)).toEqual(["sales", "sales", "sales", "demo", "demo"]);
  expect(kindOf("sign-up")).toBe("sign-up");
});

describe("checkLead", () => {
  it("accepts a completed form", () => {
    expect(checkLead("sales", GOOD, FREE)).toEqual({});
  });

  it.each([
    [{ email: " " }, { email: "required" }],
    [{ email: "ada@trellis" }, { email: "invalid" }],
    [{ email: "ada@GMAIL.com" }, { email: "freeMail" }],
    [{ email: `${"a".repeat(260)}@b.example` }, { email: "tooLong" }],
    [{ companySize: "" }, { companySize: "required" }],
    [{ companySize: "12" }, { companySize: "invalid" }],
    [{ message: "" }, { message: "required" }],
    [{ message: "a".repeat(4001) }, { message: "tooLong" }],
    [{ name: "a".repeat(201) }, { name: "tooLong" }],
    [
      { email: "", companySize: "", message: "\n" },
      { email: "required", companySize: "required", message: "required" },
    ],
  ])("reports for %j: %j", (wrong, problems) => {
    expect(checkLead("sales", { ...GOOD, ...wrong }, FREE)).toEqual(problems);
  });

  it("requires no message for a demo, and only an email address of any provider for a sign-up", () => {
    expect(checkLead("demo", { ...GOOD, message: "" }, FREE)).toEqual({});
    const signUp = { email: "ada@gmail.com", name: "", companySize: "", message: "" };
    expect(checkLead("sign-up", signUp, FREE)).toEqual({});
    expect(checkLead("sign-up", { ...signUp, email: "ada" }, FREE)).toEqual({ email: "invalid" });
  });

  it("reports an empty field only if it is required, and a field that is too long", () => {
    const kind = fc.constantFrom("sales" as const, "demo" as const, "sign-up" as const);
    const blank = fc.string({ unit: fc.constantFrom(" ", "\n", "\t"), maxLength: 20 });
    fc.assert(
      fc.property(kind, blank, fc.nat(50), (each, text, more) => {
        for (const field of fieldsOf(each)) {
          const expected = isRequired(each, field) ? "required" : null;
          expect(checkLeadField(each, field, text, FREE)).toBe(expected);
          const long = "x".repeat(LEAD_MAX_LENGTHS[field] + 1 + more);
          expect(checkLeadField(each, field, long, FREE)).toBe("tooLong");
        }
      }),
    );
  });

  it("accepts only the company sizes that forms offer", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...COMPANY_SIZES), fc.string({ minLength: 1, maxLength: 9 })),
        (size) => {
          const problem = checkLeadField("demo", "companySize", size, FREE);
          const isOffered = (COMPANY_SIZES as readonly string[]).includes(size.trim());
          expect(problem === null).toBe(isOffered);
        },
      ),
    );
  });
});

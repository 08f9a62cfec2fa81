import {
  DEFAULT_FLAGS,
  LEAD_FORM_IDS,
  LOCALES,
  type Locale,
  localizePath,
  type SubmittedLead,
} from "@marquee/contract";
import { renderToString } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import ContactSales from "../routes/contact-sales.tsx";
import SignUp from "../routes/sign-up.tsx";
import { MeasureProvider } from "../site/measureContext.tsx";
import { NOOP_MEASURE } from "../site/silentMeasure.ts";
import { SiteContext } from "../site/siteContext.tsx";
import { testCopy, testSite } from "../site/testing/testSite.ts";
import { LEAD_FORM_COPY, LeadForm } from "./Form.tsx";

interface FormOptions {
  locale?: Locale;
  hasLanding?: boolean;
  returnedLead?: SubmittedLead;
}

function render(
  body: React.ReactNode,
  { locale = "en", hasLanding = false, returnedLead }: FormOptions = {},
): string {
  const flags = { ...DEFAULT_FLAGS, "contact-sales-landing-page": hasLanding };
  const settings = returnedLead ? { returnedLead } : {};
  const path = localizePath("/contact-sales", locale);
  return renderToString(
    <SiteContext value={testSite(path, { locale, flags, settings })}>
      <MeasureProvider value={NOOP_MEASURE}>{body}</MeasureProvider>
    </SiteContext>,
  );
}

const contactCopy = async (locale: Locale) => (await testCopy.load("contact-sales", locale)) as never;
const signUpCopy = async (locale: Locale) => (await testCopy.load("sign-up", locale)) as never;

beforeAll(async () => {
  for (const locale of LOCALES) for (const name of LEAD_FORM_COPY) await testCopy.load(name, locale);
});

describe.each(LOCALES)("in %s, without script", (locale) => {
  it("contact sales renders its complete form and a different form in its landing version", async () => {
    const page = <ContactSales copy={await contactCopy(locale)} locale={locale} />;
    const html = render(page, { locale });
    expect(html).toMatch(/<form [^>]*action="\/leads" method="post"/);
    for (const name of ["email", "name", "companySize", "message"]) expect(html).toContain(`name="${name}"`);
    expect(html).toContain('name="formId" value="1006"');
    expect(html).toContain(`name="path" value="${localizePath("/contact-sales", locale)}"`);
    expect(html).not.toMatch(/novalidate|style=|[{}]/i);
    const landing = render(page, { locale, hasLanding: true });
    expect(landing).toContain('name="formId" value="1299"');
    expect(landing.indexOf("1299")).toBeGreaterThan(landing.indexOf('id="before"'));
  });

  it("sign-up asks only for an email address", async () => {
    const html = render(<SignUp copy={await signUpCopy(locale)} locale={locale} />, { locale });
    expect(html).toContain('name="formId" value="sign-up"');
    expect(html).not.toMatch(/name="(name|companySize|message)"|[{}]/);
  });
});

it("each form sends its ID and where it was opened", () => {
  for (const formId of LEAD_FORM_IDS) {
    const html = render(<LeadForm formId={formId} location="nav" />);
    expect(html).toContain(`name="formId" value="${formId}"`);
    expect(html).toContain('name="location" value="nav"');
  }
});

describe("a returned form", () => {
  const values = {
    email: "ada@gmail.com",
    name: "Ada",
    companySize: "11-50",
    message: '</textarea><script>alert("x")</script>',
  };
  const form = <LeadForm formId={1006} location="page" />;

  it("keeps the escaped input and shows its problems", () => {
    const html = render(form, {
      returnedLead: {
        outcome: "invalid",
        formId: 1006,
        email: values.email,
        values,
        problems: { email: "freeMail" },
      },
    });
    expect(html).toContain('value="ada@gmail.com"');
    expect(html).toContain('<option value="11-50" selected="">');
    expect(html).toContain("&lt;/textarea&gt;&lt;script&gt;");
    expect(html).toContain("Enter your work address. gmail.com is a personal email provider.");
    expect(html).toMatch(/aria-invalid="true" aria-describedby="[^"]+-problem"/);
  });

  it("asks for a second click, with the proof in hidden fields", () => {
    const proof = { submissionId: "00000000-0000-4000-8000-000000000000", ticket: "abc.def" };
    const html = render(form, {
      returnedLead: { outcome: "confirm", formId: 1006, email: values.email, values, proof },
    });
    expect(html).toContain("One more click");
    expect(html).toContain('value="ada@gmail.com"');
    for (const [name, value] of Object.entries(proof))
      expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
    expect(html).toContain("Send now");
  });

  it("shows the rate-limit message", () => {
    const outcome = "too_many_requests" as const;
    const html = render(form, {
      returnedLead: { outcome, formId: 1006, email: values.email, values, problems: {} },
    });
    expect(html).toContain("We’ve received too many forms from your network.");
    expect(html).toContain('value="ada@gmail.com"');
  });

  it("shows the confirmation with a link to book a meeting", () => {
    const html = render(form, {
      returnedLead: {
        outcome: "sent",
        formId: 1006,
        email: "ada@b.example",
        meetingUrl: "https://cal.example/x",
      },
    });
    expect(html).toContain("Sales will write to ada@b.example");
    expect(html).toContain('href="https://cal.example/x"');
    expect(html).not.toContain("<form");
  });

  it("does not change another form", () => {
    const html = render(form, {
      returnedLead: { outcome: "sent", formId: "sign-up", email: "ada@b.example", meetingUrl: null },
    });
    expect(html).toContain("<form");
    expect(html).not.toContain("ada@b.example");
  });
});

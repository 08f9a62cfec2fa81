import {
  COMPANY_SIZES,
  type CompanySize,
  DEFAULT_LOCALE,
  emailDomainOf,
  isLocale,
  MEETING_FORMS,
  type MeetingForm,
  type MeetingRoutes,
  routeLead,
} from "@marquee/contract";
import { Field, SelectField } from "@marquee/ui";
import { useState } from "react";
import { LANGUAGE_CHOICES } from "../contentTexts.ts";
import { FORM_NAMES, linkText } from "./meetingTexts.ts";

/** Tests which route of the draft a lead would get. */
export function RouteTester({ routes }: { routes: MeetingRoutes }) {
  const [form, setForm] = useState<MeetingForm>("sales");
  const [size, setSize] = useState<CompanySize>("1001+");
  const [locale, setLocale] = useState<string>(DEFAULT_LOCALE);
  const [email, setEmail] = useState("ada@acme.example");
  const route = routeLead(routes, {
    kind: form,
    companySize: size,
    locale: isLocale(locale) ? locale : DEFAULT_LOCALE,
    emailDomain: emailDomainOf(email) ?? "",
  });
  return (
    <aside aria-labelledby="try" className="grid gap-4 border-hairline border-t pt-5">
      <h2 id="try" className="font-semibold">
        Try it
      </h2>
      <SelectField
        label="Form"
        value={form}
        choices={MEETING_FORMS.map((each) => [each, FORM_NAMES[each]] as const)}
        onChange={({ target }) => setForm(target.value as MeetingForm)}
      />
      <SelectField
        label="Company size"
        value={size}
        choices={COMPANY_SIZES.map((each) => [each, each] as const)}
        onChange={({ target }) => setSize(target.value as CompanySize)}
      />
      <SelectField
        label="Language"
        value={locale}
        choices={LANGUAGE_CHOICES}
        onChange={({ target }) => setLocale(target.value)}
      />
      <Field
        label="Work email"
        value={email}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setEmail(target.value)}
      />
      <p role="status" className="wrap-anywhere rounded-md bg-surface-sunken p-3">
        <span className="block font-medium">{route?.name}</span>
        {linkText(route?.link ?? { url: "" })}
      </p>
      <p className="text-ink-muted text-xs">
        A connected meeting scheduler comes after rules with a booking page and before the default.
      </p>
    </aside>
  );
}

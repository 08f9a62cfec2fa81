import { LEAD_FORM_IDS, type LeadFormId } from "../leads/leads.ts";
import { ChoiceField, defineConnection, TextField, UrlField } from "./connectionDefinition.schema.ts";

const FORMS: Record<LeadFormId, string> = {
  1006: "Contact sales",
  1299: "Contact sales on landing pages",
  1176: "Enterprise sales dialog",
  1763: "Demo request",
  1871: "AI demo request",
};

const bookingPage = (id: LeadFormId) =>
  UrlField({
    title: `${FORMS[id]} (${id})`,
    isOptional: true,
    problem: "Enter the URL of a booking page, or leave it empty.",
    example: "https://cal.com/you/30min",
  });

/** Booking pages that visitors get after a form. */
export const MEETINGS = defineConnection({
  title: "Meeting scheduler",
  purpose:
    "Lets visitors book a meeting right after they send a form: with Cal.com, Chili Piper, HubSpot or any other booking page.",
  dataFlow: [
    "Nothing is sent before the visitor chooses to pick a time. Then their browser opens the booking page with the email address they entered, at Cal.com also with their name and the ID of the form.",
    "Meeting routes with a booking page take precedence.",
  ],
  consent: null,
  settings: {
    form1006: bookingPage(1006),
    form1299: bookingPage(1299),
    form1176: bookingPage(1176),
    form1763: bookingPage(1763),
    form1871: bookingPage(1871),
    display: ChoiceField(
      { link: "In a new tab", frame: "On the page, in a frame" },
      { title: "Booking page opens", problem: "Choose a new tab or a frame." },
    ),
    emailParameter: TextField({
      title: "Email parameter of other schedulers",
      description:
        "Parameter in which a booking page accepts the email address. Not needed for Cal.com, Chili Piper and HubSpot. If empty, it is not passed on.",
      pattern: "[\\w.-]{0,100}",
      problem: "Use letters, digits, dots, dashes or underscores.",
      example: "email",
    }),
  },
  secrets: {},
  problem: (settings) =>
    bookingPagesOf(settings).length > 0 ? null : "Enter the booking page of at least one form.",
  sources: (settings) => ({
    frame: settings.display === "frame" ? bookingPagesOf(settings).map((url) => new URL(url).origin) : [],
  }),
});

type BookingPages = Record<`form${LeadFormId}`, string>;

/** URLs of the booking pages, each once. */
export function bookingPagesOf(settings: BookingPages): string[] {
  return [...new Set(LEAD_FORM_IDS.map((id) => settings[`form${id}`]).filter(Boolean))];
}

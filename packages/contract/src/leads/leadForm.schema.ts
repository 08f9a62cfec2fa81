import { Type } from "typebox";
import { LOCALES } from "../kernel/locales.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { COMPANY_SIZES, LEAD_FORM_IDS } from "./leads.ts";
import { MAX_MEETING_RULES } from "./meetingRules.ts";

const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
/** Larger than any field limit, so that long input is reported as a field error. */
const FIELD = 20_000;
const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";

/** The body of `POST /leads`. `checkLead` validates the field values afterwards. */
export const LeadBodySchema = Type.Object({
  formId: OneOf([...LEAD_FORM_IDS, "sign-up"]),
  locale: OneOf(LOCALES),
  /** `path` is the pathname of the page, `location` the part of the page where the form was opened. */
  path: Type.String({ pattern: "^/", maxLength: 500 }),
  location: Text(100),
  email: Text(FIELD),
  name: Text(FIELD),
  companySize: Text(FIELD),
  message: Text(FIELD),
  /** Honeypot: a field that people do not see, so only bots fill it in. */
  homepage: Text(FIELD),
  /** Created by the browser once per completed form. Sending the same ID again has no effect. */
  submissionId: Type.Optional(Type.String({ pattern: UUID })),
  ticket: Text(200),
  /** `search` is the page's query string, `referrer` the document's referrer, `department` the visitor's. Sent only with consent. */
  search: Text(4000),
  referrer: Text(4000),
  department: Text(100),
});

export const LeadTicketQuerySchema = Type.Object({ submission: Type.String({ pattern: UUID }) });

const MeetingLink = { url: Type.String(), emailParameter: Type.Optional(Type.String()) };

const MeetingRouterSchema = Type.Object(
  {
    rules: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String(),
            companySizes: Type.Optional(Type.Array(OneOf(COMPANY_SIZES), { minItems: 1 })),
            locales: Type.Optional(Type.Array(OneOf(LOCALES), { minItems: 1 })),
            emailDomains: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
            ...MeetingLink,
          },
          { additionalProperties: false },
        ),
        { maxItems: MAX_MEETING_RULES },
      ),
    ),
    default: Type.Optional(Type.Object(MeetingLink, { additionalProperties: false })),
  },
  { additionalProperties: false },
);

/** The shape of `content/meeting-routes.json`. `meetingRuleProblems` checks names, domains and URLs. */
export const MeetingRoutesSchema = Type.Object(
  { sales: Type.Optional(MeetingRouterSchema), demo: Type.Optional(MeetingRouterSchema) },
  { additionalProperties: false },
);

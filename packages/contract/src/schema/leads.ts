import { Type } from "typebox";
import { COMPANY_SIZES, LEAD_FORM_IDS } from "../leads/leads.ts";
import { LOCALES } from "../site/paths.ts";

const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const oneOf = <const Value extends string | number>(values: readonly Value[]) =>
  Type.Union(values.map((value) => Type.Literal(value)));
/** Larger than any field limit, so that long input is reported as a field error. */
const FIELD = 20_000;
const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";

/** The body of `POST /leads`. What it holds is checked field by field afterwards, by `checkLead`. */
export const LeadBodySchema = Type.Object({
  formId: Type.Union([oneOf(LEAD_FORM_IDS), Type.Literal("sign-up")]),
  locale: oneOf(LOCALES),
  /** Pathname of the page, and the part of it from which the form was opened. */
  path: Type.String({ pattern: "^/", maxLength: 500 }),
  location: Text(100),
  email: Text(FIELD),
  name: Text(FIELD),
  companySize: Text(FIELD),
  message: Text(FIELD),
  /** A field that people do not see. */
  homepage: Text(FIELD),
  /** Made by the browser, once for each form that is filled in; sending it again changes nothing. */
  submissionId: Type.Optional(Type.String({ pattern: UUID })),
  ticket: Text(200),
  /** Query string of the page and the document's referrer; sent with consent only. */
  search: Text(4000),
  referrer: Text(4000),
});

export const LeadTicketQuerySchema = Type.Object({ submission: Type.String({ pattern: UUID }) });

const MeetingLink = {
  url: Type.String({ pattern: "^(https://[^\\s]+)?$", maxLength: 2000 }),
  emailParameter: Type.Optional(Type.String({ pattern: "^[\\w.-]{1,100}$" })),
};
const NAME = "^[\\w-]{1,60}$";

const MeetingRouterSchema = Type.Object(
  {
    rules: Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: NAME }),
          companySizes: Type.Optional(Type.Array(oneOf(COMPANY_SIZES), { minItems: 1 })),
          locales: Type.Optional(Type.Array(oneOf(LOCALES), { minItems: 1 })),
          emailDomains: Type.Optional(
            Type.Array(Type.String({ pattern: "^[a-z0-9-]+(\\.[a-z0-9-]+)+$" }), { minItems: 1 }),
          ),
          ...MeetingLink,
        },
        { additionalProperties: false },
      ),
      { maxItems: 500 },
    ),
    default: Type.Object(MeetingLink, { additionalProperties: false }),
  },
  { additionalProperties: false },
);

/** The shape of `content/meeting-routes.json`. */
export const MeetingRoutesSchema = Type.Object(
  { sales: MeetingRouterSchema, demo: MeetingRouterSchema },
  { additionalProperties: false },
);

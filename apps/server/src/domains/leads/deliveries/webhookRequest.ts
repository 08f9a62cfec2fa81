import type { LeadRecord, Timestamp } from "@marquee/contract";
import type { Connection } from "../../connections/startConnections.ts";
import type { LeadRow } from "../leadStore.ts";
import { SIGNATURE_HEADER, signBody } from "../webhookSignature.ts";
import type { JsonRequest } from "./postJson.ts";

/**
 * Request that delivers one lead as JSON. Headers: `marquee-delivery` (the lead's ID, because a delivery may repeat) and `marquee-signature`.
 */
export function webhookRequest(
  connection: Connection<"lead-webhook">,
  lead: LeadRow,
  now: Timestamp,
): JsonRequest {
  return signedRequest(connection, toRecord(lead), now);
}

/** Request with a made-up lead that is marked as a test. */
export function webhookTestRequest(connection: Connection<"lead-webhook">, now: Timestamp): JsonRequest {
  const sample: LeadRecord = { ...SAMPLE, createdAt: new Date(now).toISOString() };
  return signedRequest(connection, sample, now);
}

/** URL and signing secret of a webhook. */
type Webhook = Pick<Connection<"lead-webhook">, "settings" | "secrets" | "policy">;

/**
 * Request that posts JSON with an ID and a signature, as above. @param content includes the ID of the delivery, which may be repeated.
 */
export function signedRequest(
  { settings: { url }, secrets: { secret }, policy }: Webhook,
  content: { id: string },
  now: Timestamp,
): JsonRequest {
  const body = JSON.stringify(content);
  const headers = {
    "content-type": "application/json",
    "marquee-delivery": content.id,
    [SIGNATURE_HEADER]: signBody(body, secret, now),
  };
  return { url, method: "POST", headers, body, policy };
}

const SAMPLE: Omit<LeadRecord, "createdAt"> = {
  id: "00000000-0000-4000-8000-000000000000",
  isTest: true,
  formId: 1006,
  kind: "sales",
  email: "test@example.com",
  companySize: "11-50",
  message: "This is a test.",
  name: "Test",
  locale: "en",
  pagePath: "/contact-sales",
  location: "page",
  attribution: {},
  route: null,
  meetingUrl: null,
};

function toRecord(lead: LeadRow): LeadRecord {
  const { id, formId, kind, email, companySize, message, name, locale, pagePath, location } = lead;
  const { attribution, route, meetingUrl, createdAt } = lead;
  return {
    id,
    formId,
    kind,
    email,
    companySize,
    message,
    name,
    locale,
    pagePath,
    location,
    attribution,
    route,
    meetingUrl,
    createdAt: createdAt.toISOString(),
  };
}

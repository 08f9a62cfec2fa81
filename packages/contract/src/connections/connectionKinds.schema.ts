import type { Static } from "typebox";
import { ALERT_WEBHOOK } from "./alertWebhook.schema.ts";
import type { ConnectionDefinition } from "./connectionDefinition.schema.ts";
import { CONTENTFUL } from "./contentful.schema.ts";
import { CUSTOMERS } from "./customers.schema.ts";
import { DATADOG } from "./datadog.schema.ts";
import { GOOGLE_TAG } from "./googleTag.schema.ts";
import { GROWTHBOOK } from "./growthbook.schema.ts";
import { LEAD_UPDATES } from "./leadUpdates.schema.ts";
import { LEAD_WEBHOOK } from "./leadWebhook.schema.ts";
import { MEETINGS } from "./meetings.schema.ts";
import { ONE_TRUST } from "./oneTrust.schema.ts";
import { PERSONALIZATION } from "./personalization.schema.ts";
import { SLACK } from "./slack.schema.ts";
import { SMTP } from "./smtp.schema.ts";

/** Every kind of connection, in the order in which the console lists them. */
export const CONNECTIONS = {
  "google-tag": GOOGLE_TAG,
  onetrust: ONE_TRUST,
  personalization: PERSONALIZATION,
  growthbook: GROWTHBOOK,
  contentful: CONTENTFUL,
  datadog: DATADOG,
  "lead-webhook": LEAD_WEBHOOK,
  "alert-webhook": ALERT_WEBHOOK,
  "lead-updates": LEAD_UPDATES,
  slack: SLACK,
  smtp: SMTP,
  meetings: MEETINGS,
  customers: CUSTOMERS,
} as const satisfies Record<string, ConnectionDefinition>;

export type ConnectionKind = keyof typeof CONNECTIONS;

export const CONNECTION_KINDS = Object.keys(CONNECTIONS) as ConnectionKind[];

export type ConnectionSettings<Kind extends ConnectionKind> = Static<(typeof CONNECTIONS)[Kind]["settings"]>;
export type ConnectionSecrets<Kind extends ConnectionKind> = Static<(typeof CONNECTIONS)[Kind]["secrets"]>;

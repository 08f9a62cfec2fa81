import type { Static } from "typebox";
import type { ConnectionDefinition } from "./connectionDefinition.ts";
import { CONTENTFUL } from "./contentful.ts";
import { CUSTOMERS } from "./customers.ts";
import { DATADOG } from "./datadog.ts";
import { GOOGLE_TAG } from "./googleTag.ts";
import { GROWTHBOOK } from "./growthbook.ts";
import { LEAD_UPDATES } from "./leadUpdates.ts";
import { LEAD_WEBHOOK } from "./leadWebhook.ts";
import { MEETINGS } from "./meetings.ts";
import { ONE_TRUST } from "./oneTrust.ts";
import { PERSONALIZATION } from "./personalization.ts";
import { SLACK } from "./slack.ts";
import { SMTP } from "./smtp.ts";

/** Every kind of connection, in the order in which the console lists them. */
export const CONNECTIONS = {
  "google-tag": GOOGLE_TAG,
  onetrust: ONE_TRUST,
  personalization: PERSONALIZATION,
  growthbook: GROWTHBOOK,
  contentful: CONTENTFUL,
  datadog: DATADOG,
  "lead-webhook": LEAD_WEBHOOK,
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

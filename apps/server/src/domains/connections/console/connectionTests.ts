import type { ConnectionKind } from "@marquee/contract/schema";
import type { ConnectionTest } from "./tests/connectionTest.ts";
import { testAlertWebhook } from "./tests/testAlertWebhook.ts";
import { testContentful } from "./tests/testContentful.ts";
import { testCustomers } from "./tests/testCustomers.ts";
import { testDatadog } from "./tests/testDatadog.ts";
import { testGoogleTag } from "./tests/testGoogleTag.ts";
import { testGrowthbook } from "./tests/testGrowthbook.ts";
import { testLeadUpdates } from "./tests/testLeadUpdates.ts";
import { testLeadWebhook } from "./tests/testLeadWebhook.ts";
import { testMeetings } from "./tests/testMeetings.ts";
import { testOneTrust } from "./tests/testOneTrust.ts";
import { testPersonalization } from "./tests/testPersonalization.ts";
import { testSlack } from "./tests/testSlack.ts";
import { testSmtp } from "./tests/testSmtp.ts";

/** The test of each kind. */
export const CONNECTION_TESTS: { [Kind in ConnectionKind]: ConnectionTest<Kind> } = {
  "google-tag": testGoogleTag,
  onetrust: testOneTrust,
  personalization: testPersonalization,
  growthbook: testGrowthbook,
  contentful: testContentful,
  datadog: testDatadog,
  "lead-webhook": testLeadWebhook,
  "alert-webhook": testAlertWebhook,
  "lead-updates": testLeadUpdates,
  slack: testSlack,
  smtp: testSmtp,
  meetings: testMeetings,
  customers: testCustomers,
};

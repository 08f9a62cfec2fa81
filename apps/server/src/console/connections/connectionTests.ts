import type { ConnectionKind } from "@marquee/contract/schema";
import type { ConnectionTest } from "./tests/connectionTest.ts";
import { testContentful } from "./tests/testContentful.ts";
import { testDatadog } from "./tests/testDatadog.ts";
import { testGoogleTag } from "./tests/testGoogleTag.ts";
import { testGrowthbook } from "./tests/testGrowthbook.ts";
import { testOneTrust } from "./tests/testOneTrust.ts";
import { testPersonalization } from "./tests/testPersonalization.ts";

/** The test of each kind. */
export const CONNECTION_TESTS: { [Kind in ConnectionKind]: ConnectionTest<Kind> } = {
  "google-tag": testGoogleTag,
  onetrust: testOneTrust,
  personalization: testPersonalization,
  growthbook: testGrowthbook,
  contentful: testContentful,
  datadog: testDatadog,
};

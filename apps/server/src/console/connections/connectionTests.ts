import type { ConnectionKind, ConnectionTestResponse } from "@marquee/contract/schema";
import type { Connection } from "../../connections/startConnections.ts";
import { testContentful } from "./tests/testContentful.ts";
import { testDatadog } from "./tests/testDatadog.ts";
import { testGoogleTag } from "./tests/testGoogleTag.ts";
import { testGrowthbook } from "./tests/testGrowthbook.ts";
import { testOneTrust } from "./tests/testOneTrust.ts";
import { testPersonalization } from "./tests/testPersonalization.ts";

/** Asks the real service whether a connection works. Never throws for what the service does. */
export type ConnectionTest<Kind extends ConnectionKind> = (
  connection: Connection<Kind>,
) => Promise<ConnectionTestResponse>;

/** The test of each kind. */
export const CONNECTION_TESTS: { [Kind in ConnectionKind]: ConnectionTest<Kind> } = {
  "google-tag": testGoogleTag,
  onetrust: testOneTrust,
  personalization: testPersonalization,
  growthbook: testGrowthbook,
  contentful: testContentful,
  datadog: testDatadog,
};

import type { EnvironmentConnections } from "../domains/connections/environmentConnections.ts";
import { type Connections, startConnections } from "../domains/connections/startConnections.ts";
import type { AddressPolicy } from "../platform/http/addressPolicy.ts";
import type { Records } from "../platform/storage/records/records.ts";
import { silent } from "./startTestStores.ts";

/** Key of secrets in tests. */
const TEST_KEY = Buffer.alloc(32, 7).toString("base64url");

interface TestConnectionsOptions {
  environment?: EnvironmentConnections;
  key?: string;
  /** Earlier keys. */
  earlier?: string[];
  /** Tests run the tools on this machine, unless they are about other policies. */
  policy?: AddressPolicy;
  /** Tests connect tools without confirming the risk, unless they are about that. */
  hasOwnHost?: boolean;
  now?: () => number;
}

/** Connections as the server starts them, on the records of a test. */
export function startTestConnections(
  { records }: { records: Records },
  {
    environment = {},
    key = TEST_KEY,
    earlier = [],
    policy = "loopback",
    hasOwnHost = true,
    now = Date.now,
  }: TestConnectionsOptions = {},
): Promise<Connections> {
  return startConnections({
    records,
    environment,
    keys: { current: key, earlier },
    policy,
    hasOwnHost,
    now,
    log: silent,
  });
}

import type { ConnectionKind, ConnectionTestResponse } from "@marquee/contract/schema";
import type { Account } from "../../../accounts/accounts.ts";
import type { Connection } from "../../startConnections.ts";

/** Tests a connection with a request to the actual service. Never throws for the service's errors. */
export type ConnectionTest<Kind extends ConnectionKind> = (
  connection: Connection<Kind>,
  /** The owner who tests it. */
  owner: Pick<Account, "email">,
) => Promise<ConnectionTestResponse>;

import type { ConnectionKind, ConnectionTestResponse } from "@marquee/contract/schema";
import type { Account } from "../../../accounts/accounts.ts";
import type { Connection } from "../../startConnections.ts";

/** Asks the real service whether a connection works. Never throws for what the service does. */
export type ConnectionTest<Kind extends ConnectionKind> = (
  connection: Connection<Kind>,
  /** The owner who tests it. */
  owner: Pick<Account, "email">,
) => Promise<ConnectionTestResponse>;

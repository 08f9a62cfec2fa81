import type { KnownCustomers } from "@marquee/contract";
import type { Connections } from "./startConnections.ts";

/** The known customers, which follow the connection: its lists are read again each time. */
export function followKnownCustomers(connections: Pick<Connections, "read">): KnownCustomers {
  const read = () => connections.read("customers")?.settings;
  return {
    get groupIds() {
      return read()?.groupIds ?? [];
    },
    get domains() {
      return read()?.domains ?? [];
    },
  };
}

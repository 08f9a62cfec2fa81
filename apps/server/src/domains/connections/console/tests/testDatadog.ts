import { randomUUID } from "node:crypto";
import { requestOf } from "../../startRumCopies.ts";
import { askService, judgeStatus } from "./askService.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Sends one view, which Datadog shows under the name connection-test. */
export const testDatadog: ConnectionTest<"datadog"> = (connection) => {
  const view = {
    type: "view",
    date: Date.now(),
    session: { id: randomUUID(), type: "user" },
    view: {
      id: randomUUID(),
      url: "https://connection-test.invalid/",
      name: "connection-test",
      time_spent: 0,
    },
    _dd: { format_version: 2, document_version: 1 },
  };
  return askService({
    ...requestOf(connection, JSON.stringify(view)),
    secrets: [connection.secrets.clientToken],
    judge: (status) =>
      status === 401 || status === 403
        ? `Datadog rejected the client token (${status}).`
        : judgeStatus(status),
  });
};

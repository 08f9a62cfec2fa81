import { webhookTestRequest } from "../../../leads/deliveries/webhookRequest.ts";
import { askService } from "./askService.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Posts a made-up lead, signed like a real one. */
export const testLeadWebhook: ConnectionTest<"lead-webhook"> = (connection) =>
  askService({ ...webhookTestRequest(connection, Date.now()), secrets: [connection.secrets.secret] });

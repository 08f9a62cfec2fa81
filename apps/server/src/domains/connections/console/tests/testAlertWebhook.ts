import { alarmTestRequest } from "../../../alerts/channels/alarmRequest.ts";
import { askService } from "./askService.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Posts a made-up alarm, signed like a real one. */
export const testAlertWebhook: ConnectionTest<"alert-webhook"> = (connection) =>
  askService({ ...alarmTestRequest(connection, Date.now()), secrets: [connection.secrets.secret] });

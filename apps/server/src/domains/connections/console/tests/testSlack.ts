import { slackTestRequest } from "../../../leads/deliveries/slackRequest.ts";
import { askService } from "./askService.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Posts a message to the channel. */
export const testSlack: ConnectionTest<"slack"> = (connection) =>
  askService({ ...slackTestRequest(connection), secrets: [new URL(connection.secrets.url).pathname] });

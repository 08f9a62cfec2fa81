import { slackTestRequest } from "../../../leads/deliveries/slackRequest.ts";
import type { ConnectionTest } from "../connectionTests.ts";
import { askService } from "./askService.ts";

/** Posts a message to the channel. */
export const testSlack: ConnectionTest<"slack"> = (connection) =>
  askService({ ...slackTestRequest(connection), secrets: [new URL(connection.secrets.url).pathname] });

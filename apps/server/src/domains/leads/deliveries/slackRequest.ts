import type { Connection } from "../../connections/startConnections.ts";
import type { LeadNotice } from "./leadNotice.ts";
import type { JsonRequest } from "./postJson.ts";

/**
 * Request that posts a notification to the channel of an incoming webhook. Values are `plain_text`, in which Slack recognizes neither links nor
 * mentions (https://docs.slack.dev/reference/block-kit/composition-objects/text-object).
 */
export function slackRequest(
  connection: Connection<"slack">,
  { title, facts, url }: LeadNotice,
): JsonRequest {
  const fields = facts.flatMap(([name, value]) => [plain(name), plain(value)]);
  const blocks = [
    { type: "section", text: { type: "mrkdwn", text: `*<${url}|${escapeText(title)}>*` } },
    { type: "section", fields },
  ];
  return messageRequest(connection, { text: escapeText(title), blocks });
}

export function slackTestRequest(connection: Connection<"slack">): JsonRequest {
  return messageRequest(connection, {
    text: "This is a test. New leads, and alarms that use Slack, will be announced here.",
  });
}

function messageRequest({ secrets: { url }, policy }: Connection<"slack">, message: object): JsonRequest {
  const body = JSON.stringify({ ...message, unfurl_links: false, unfurl_media: false });
  return { url, method: "POST", headers: { "content-type": "application/json" }, body, policy };
}

const plain = (text: string) => ({ type: "plain_text", text, emoji: false });

/** Slack's three control characters (https://docs.slack.dev/messaging/formatting-message-text#escaping). */
function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

import type { Alarm, AlarmDelivery } from "@marquee/contract/schema";
import { consoleLink } from "../../../platform/http/consoleLink.ts";
import type { LeadNotice } from "../../leads/deliveries/leadNotice.ts";

/** The content of a notification about an alarm. */
export type AlarmNotice = LeadNotice;

/** The alarm of a notification, and whether it begins or is over. */
export interface Announced {
  alarm: Pick<Alarm, "id" | "alert" | "name" | "kind" | "text" | "href" | "openedAt" | "resolvedAt">;
  event: AlarmDelivery["event"];
}

/** @param consoleUrl origin of the console. */
export function describeAlarm(
  { alarm: { name, text, href, openedAt, resolvedAt }, event }: Announced,
  { consoleUrl, timeZone }: { consoleUrl: string; timeZone: string },
): AlarmNotice {
  const format = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone });
  const time = (at: number) => `${format.format(at)} (${timeZone})`;
  const facts: [string, string][] = [
    ["Alert", name],
    ["Since", time(openedAt)],
  ];
  if (resolvedAt !== null) facts.push(["Until", time(resolvedAt)]);
  return {
    title: event === "opened" ? text : `Back to normal: ${name}`,
    facts: event === "opened" ? facts : [...facts, ["What happened", text]],
    url: consoleLink(consoleUrl, href),
  };
}

import {
  isJsonObject,
  type Json,
  type MeetingForm,
  type MeetingLink,
  type MeetingRule,
} from "@marquee/contract";
import { languageName } from "../../../shared/format/languageName.ts";

/** Names of the forms, as sections of the screen. */
export const FORM_NAMES: Record<MeetingForm, string> = { sales: "Contact sales", demo: "Demo" };

/** Who a rule applies to: "201-1000 or 1001+ people, German". */
export function conditionText({
  companySizes,
  locales,
  emailDomains,
}: Omit<MeetingRule, "name" | "url">): string {
  const parts = [
    companySizes && `${orList(companySizes)} people`,
    locales && orList(locales.map(languageName)),
    emailDomains && orList(emailDomains),
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(", ") : "Everyone";
}

/** The target of a link: its URL, or that someone will reply. */
export function linkText({ url }: MeetingLink): string {
  return url === "" ? "No booking page: someone replies" : url;
}

/** A rule or a link of meeting routes as one line; null for another value. */
export function meetingText(value: Json): string | null {
  if (!isJsonObject(value) || typeof value.url !== "string") return null;
  const link = linkText(value as MeetingLink);
  if (typeof value.name !== "string") return link;
  return `${value.name}: ${conditionText(value as MeetingRule)} → ${link}`;
}

function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

import { cutText } from "../kernel/text.ts";

/**
 * Channels of Google Analytics 4's default channel group (https://support.google.com/analytics/answer/9756891), with two changes: AI
 * assistants are a separate channel, and visits from webmail count as email.
 */
export const CHANNEL_TITLES = {
  direct: "Direct",
  "cross-network": "Cross-network",
  "paid-shopping": "Paid shopping",
  "paid-search": "Paid search",
  "paid-social": "Paid social",
  "paid-video": "Paid video",
  display: "Display",
  "paid-other": "Paid other",
  "organic-shopping": "Organic shopping",
  "organic-social": "Organic social",
  "organic-video": "Organic video",
  "organic-search": "Organic search",
  assistant: "Assistant",
  referral: "Referral",
  email: "Email",
  affiliates: "Affiliates",
  audio: "Audio",
  sms: "SMS",
  "mobile-push": "Mobile push",
  unassigned: "Unassigned",
} as const;
export type Channel = keyof typeof CHANNEL_TITLES;

/** Longer campaign parameters, and sources, are cut: scanners send values of any length. */
export const MAX_CAMPAIGN_LENGTH = 500;

/**
 * Normalizes a campaign parameter or a filter's value for storage and grouping, because people write the same name with capitals or
 * surrounding spaces.
 */
export function campaignValue(text: string): string {
  return cutText(text.trim().toLowerCase(), MAX_CAMPAIGN_LENGTH).trimEnd();
}

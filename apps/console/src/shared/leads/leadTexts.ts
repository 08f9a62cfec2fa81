import type { LeadDeliveryState, LeadDestination, LeadKind, LeadStatus, Locale } from "@marquee/contract";
import type { Touch } from "@marquee/contract/schema";
import type { Tone } from "@marquee/ui";

export const KIND_NAMES: Record<LeadKind, string> = { sales: "Sales", demo: "Demo", "sign-up": "Sign-up" };

export const DESTINATION_NAMES: Record<LeadDestination, string> = {
  webhook: "Webhook",
  slack: "Slack",
  email: "Email",
};

export const STATE_NAMES: Record<LeadDeliveryState, string> = {
  pending: "waiting",
  delivered: "delivered",
  failed: "failed",
};

export const STATE_TONES = { pending: "sun", delivered: "leaf", failed: "clay" } as const;

const languages = new Intl.DisplayNames("en", { type: "language" });

export function languageOf(locale: Locale): string {
  return languages.of(locale) ?? locale;
}

export const STATUS_NAMES: Record<LeadStatus, string> = {
  new: "New",
  contacted: "Contacted",
  qualified: "Qualified",
  won: "Won",
  lost: "Lost",
};

export const STATUS_TONES: Record<LeadStatus, Tone> = {
  new: "neutral",
  contacted: "sun",
  qualified: "sky",
  won: "leaf",
  lost: "clay",
};

/** Where someone came from: "Google, spring-launch". */
export function touchText(touch: Touch | null): string {
  if (touch === null) return "";
  return [touch.source, touch.campaign].filter(Boolean).join(", ");
}

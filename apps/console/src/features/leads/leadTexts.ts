import type { LeadDeliveryState, LeadDestination, LeadKind, Locale } from "@marquee/contract";

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

import { CONSENT_GROUPS } from "@marquee/contract";
import { monitor } from "../browser/monitor.ts";
import type { Consent } from "./consent.ts";

/** The globals of OneTrust's script that this adapter uses. */
interface OneTrustWindow {
  /** Active groups, such as `,C0001,C0002,`. */
  OnetrustActiveGroups?: unknown;
  /** The script calls this when it starts and after each change. */
  OptanonWrapper?: () => void;
  OneTrust?: {
    /** Whether the visitor has decided. Before that, the groups are only the account's regional presets. */
    IsAlertBoxClosed?: () => boolean;
    /** Opens OneTrust's preference center. */
    ToggleInfoDisplay?: () => void;
  };
}

/** The script dispatches this event on `window` after each change. */
const GROUPS_UPDATED = "OneTrustGroupsUpdated";
const OPENERS = "[data-consent-open]";
const CHOICES = [CONSENT_GROUPS.analytics, CONSENT_GROUPS.functional, CONSENT_GROUPS.marketing] as const;

export interface OneTrustAdapter {
  /** Opens OneTrust's preference center; does nothing until its script runs. */
  open(): void;
  stop(): void;
}

/**
 * Turns the visitor's choice in OneTrust into a decision with receipt and cookie. Until then the site's default applies.
 * A choice that changes nothing is not a new decision.
 */
export function startOneTrust(consent: Pick<Consent, "isGranted" | "decide">): OneTrustAdapter {
  const page = window as OneTrustWindow;
  const apply = monitor(() => {
    const active = readResponse(page);
    if (!active || CHOICES.every((group) => consent.isGranted(group) === active.includes(group))) return;
    consent.decide(CHOICES.filter((group) => active.includes(group)));
  });
  const open = monitor(() => page.OneTrust?.ToggleInfoDisplay?.());
  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest(OPENERS)) open();
  };
  const theirs = page.OptanonWrapper;
  page.OptanonWrapper = () => {
    theirs?.();
    apply();
  };
  window.addEventListener(GROUPS_UPDATED, apply);
  document.addEventListener("click", onClick);
  apply();
  return {
    open,
    stop() {
      window.removeEventListener(GROUPS_UPDATED, apply);
      document.removeEventListener("click", onClick);
    },
  };
}

/** @returns the groups that the visitor granted, or null before they decide. */
function readResponse({ OnetrustActiveGroups, OneTrust }: OneTrustWindow): string[] | null {
  if (typeof OnetrustActiveGroups !== "string" || !OneTrust?.IsAlertBoxClosed?.()) return null;
  return OnetrustActiveGroups.split(",");
}

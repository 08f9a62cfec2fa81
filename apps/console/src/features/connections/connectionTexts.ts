import type { ConnectionState } from "@marquee/contract/schema";
import type { Tone } from "@marquee/ui";
import { formatAgo } from "../../shared/format/format.ts";

export const STATE_NAMES: Record<ConnectionState["state"], string> = {
  disconnected: "Not connected",
  connected: "Connected",
  failing: "Failing",
};

export const STATE_TONES: Record<ConnectionState["state"], Tone> = {
  disconnected: "neutral",
  connected: "leaf",
  failing: "clay",
};

/** The result of the last use as a sentence; empty if there is none. */
export function resultText({ state, error, checkedAt }: ConnectionState, now: number): string {
  if (state === "disconnected" || checkedAt === null) return "";
  const ago = formatAgo(checkedAt, now);
  const when = ago === "now" ? "just now" : ago;
  return error === null ? `Worked ${when}.` : `Failed ${when}: ${error}`;
}

/** Who set it up, as a sentence. */
export function originText({ variables, updatedBy, revision }: ConnectionState): string {
  if (variables.length > 0) return `Set by the environment (${variables.join(", ")}).`;
  return revision === 0 ? "" : `Last changed by ${updatedBy}.`;
}

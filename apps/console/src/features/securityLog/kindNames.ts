import { capitalize } from "@marquee/contract";
import { SECURITY_KINDS, type SecurityKind } from "@marquee/contract/schema";

/** Labels of the kinds. */
export const KIND_NAMES = Object.fromEntries(
  SECURITY_KINDS.map((kind) => [kind, capitalize(kind)]),
) as Record<SecurityKind, string>;

/** Kinds that need someone's attention. */
export const ALARMING: ReadonlySet<SecurityKind> = new Set([
  "sign-in failed",
  "locked out",
  "proof failed",
  "API key refused",
  "access refused",
]);

import type { RecordingSettings } from "@marquee/contract";

type Privacy = Pick<RecordingSettings, "privacyLevel" | "blockSelectors" | "addressRules">;

/** @returns in sentences what visitors lose by a change; empty where they lose nothing. */
export function privacyWarnings(before: Privacy, after: Privacy): string[] {
  const shown = before.blockSelectors.filter((selector) => !after.blockSelectors.includes(selector));
  const kept = new Set(after.addressRules.map((rule) => JSON.stringify(rule)));
  const told = before.addressRules.filter((rule) => !kept.has(JSON.stringify(rule)));
  return [
    ...(before.privacyLevel === "conservative" && after.privacyLevel !== "conservative"
      ? ["Page text will be recorded. Input stays masked."]
      : []),
    ...shown.map((selector) => `Elements that match ${selector} will be recorded.`),
    ...told.map(({ pattern }) => `URLs that match ${pattern} will no longer be masked the same way.`),
  ];
}

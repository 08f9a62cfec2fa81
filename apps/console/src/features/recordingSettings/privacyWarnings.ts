import type { RecordingSettings } from "@marquee/contract";

type Privacy = Pick<RecordingSettings, "privacyLevel" | "blockSelectors" | "addressRules">;

/** @returns in sentences what visitors lose by a change; empty where they lose nothing. */
export function privacyWarnings(before: Privacy, after: Privacy): string[] {
  const shown = before.blockSelectors.filter((selector) => !after.blockSelectors.includes(selector));
  const kept = new Set(after.addressRules.map((rule) => JSON.stringify(rule)));
  const told = before.addressRules.filter((rule) => !kept.has(JSON.stringify(rule)));
  return [
    ...(before.privacyLevel === "conservative" && after.privacyLevel !== "conservative"
      ? ["Texts of the pages are recorded again; what is typed stays masked."]
      : []),
    ...shown.map((selector) => `Elements that match ${selector} are recorded from now on.`),
    ...told.map(({ pattern }) => `Addresses that match ${pattern} are no longer replaced as they were.`),
  ];
}

/** When support for versions of Node ends (https://github.com/nodejs/release#release-schedule). */
const ENDS: Readonly<Record<string, string>> = {
  "20": "2026-04-30",
  "21": "2024-06-01",
  "22": "2027-04-30",
  "23": "2025-06-01",
  "24": "2028-04-30",
  "25": "2026-06-01",
};

/** A warning about a version of Node that no longer gets security fixes; null for others. */
export function outdatedNode(version: string, now: Date): string | null {
  const end = ENDS[version.split(".")[0] ?? ""];
  if (!end || now < new Date(end)) return null;
  return `Node ${version} has had no security fixes since ${end}. Use Node 24.`;
}

/** The landing paths (specification, section 2). */
export const LANDING_PATHS = [
  "/lp",
  "/lp/teams/project-management",
  "/brain",
  "/lp/ai",
  "/lp/features/gantt-chart-view",
] as const;
export type LandingPath = (typeof LANDING_PATHS)[number];

/** @param path a pathname; the query string, if any, is not part of it. */
export function isLandingPath(path: string): path is LandingPath {
  return (LANDING_PATHS as readonly string[]).includes(path);
}

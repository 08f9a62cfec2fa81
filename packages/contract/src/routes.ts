import { pathOf } from "./paths.ts";

/** The landing paths (specification, section 2). */
export const LANDING_PATHS = [
  "/lp",
  "/lp/teams/project-management",
  "/brain",
  "/lp/ai",
  "/lp/features/gantt-chart-view",
] as const;
export type LandingPath = (typeof LANDING_PATHS)[number];

/** @param path a path; its query string and fragment, if any, are ignored. */
export function isLandingPath(path: string): boolean {
  return (LANDING_PATHS as readonly string[]).includes(pathOf(path));
}

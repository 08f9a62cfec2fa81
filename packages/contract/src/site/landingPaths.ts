import { pathOf } from "../kernel/paths.ts";

/** The landing paths (specification, section 2). */
export const LANDING_PATHS = [
  "/lp",
  "/lp/teams/project-management",
  "/brain",
  "/lp/ai",
  "/lp/features/gantt-chart-view",
] as const;

/** Whether `path` is one of {@link LANDING_PATHS}. Its query string and fragment are ignored. */
export function isLandingPath(path: string): boolean {
  return (LANDING_PATHS as readonly string[]).includes(pathOf(path));
}

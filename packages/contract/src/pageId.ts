import { pathOf } from "./paths.ts";

/**
 * The identifier of a page (specification, section 2): `explicitId` if given, "home" for the root path, else the
 * path without its leading slash, every run of characters other than ASCII letters, digits and underscore made
 * one dash, in lower case: `/lp/teams/project-management` is `lp-teams-project-management`.
 * @param path the page's path; a query string or fragment is ignored.
 */
export function pageIdOf(path: string, explicitId?: string): string {
  if (explicitId) return explicitId;
  const page = pathOf(path);
  if (page === "/") return "home";
  return page
    .replace(/^\//, "")
    .replace(/[^A-Za-z0-9_]+/g, "-")
    .toLowerCase();
}

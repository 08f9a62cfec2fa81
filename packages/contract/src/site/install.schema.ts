import { type RouteRows, response } from "../kernel/routeRow.ts";
/** Response of `GET /console/api/install`. */
export interface InstallResponse {
  /** URL of the script for pages on other hosts. */
  script: string;
  /** Origin of the site, which pages with a Content-Security-Policy must allow. */
  origin: string;
  /** Domain of the site's cookies, within which pages share the visitor's consent; null for the site's host alone. */
  cookieDomain: string | null;
  /** Options with which Datadog's client sends to this server. */
  datadog: { clientToken: string; proxy: string };
  /** The Site's other hosts, as under Site settings. */
  hosts: InstalledHost[];
}

export interface InstalledHost {
  host: string;
  /** When the latest of its events arrived, in milliseconds since the epoch; null if none did in the last 30 days. */
  lastEventAt: number | null;
}

export const INSTALL_ROUTES = {
  "GET /install": { access: "read technical", response: response<InstallResponse>() },
} as const satisfies RouteRows;

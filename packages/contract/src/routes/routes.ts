import type { Static, TSchema } from "typebox";
import { ACCOUNTS_ROUTES } from "../accounts/accounts.schema.ts";
import { SECURITY_LOG_ROUTES } from "../accounts/securityLog.schema.ts";
import { TEAM_ROUTES } from "../accounts/team.schema.ts";
import { TWO_FACTOR_ROUTES } from "../accounts/twoFactor.schema.ts";
import { ALERTS_ROUTES } from "../alerts/alerts.schema.ts";
import { DIGEST_ROUTES } from "../alerts/digest.schema.ts";
import { API_KEYS_ROUTES } from "../apiKeys.schema.ts";
import { AD_COSTS_ROUTES } from "../campaigns/adCosts.schema.ts";
import { CAMPAIGN_LINKS_ROUTES } from "../campaigns/campaignLinks.schema.ts";
import { CHANGES_ROUTES } from "../changes.schema.ts";
import { CONNECTIONS_ROUTES } from "../connections/connections.schema.ts";
import { CONSENT_REPORT_ROUTES } from "../consent/consentReport.schema.ts";
import { ESTIMATES_ROUTES } from "../experiments/estimates.schema.ts";
import { EXPERIMENTS_ROUTES } from "../experiments/experiments.schema.ts";
import { RESULTS_ROUTES } from "../experiments/results.schema.ts";
import { FLAGS_ROUTES } from "../flags/flags.schema.ts";
import { GOALS_ROUTES } from "../goals/goals.schema.ts";
import { IMPORTS_ROUTES } from "../imports.schema.ts";
import { FUNNELS_ROUTES } from "../journeys/funnels.schema.ts";
import { PATHS_ROUTES } from "../journeys/paths.schema.ts";
import { RETENTION_ROUTES } from "../journeys/retention.schema.ts";
import type { Area, Permission } from "../kernel/roles.ts";
import type { RouteRow, RouteRows } from "../kernel/routeRow.ts";
import { type Milliseconds, ONE_MINUTE } from "../kernel/time.ts";
import { LEADS_ROUTES } from "../leads/leads.schema.ts";
import { ERRORS_ROUTES } from "../monitoring/errors.schema.ts";
import { QUALITY_ROUTES } from "../monitoring/quality.schema.ts";
import { SYSTEM_ROUTES } from "../monitoring/system.schema.ts";
import { WEB_VITALS_ROUTES } from "../monitoring/webVitals.schema.ts";
import { NOTES_ROUTES } from "../notes.schema.ts";
import { JOURNEY_ROUTES } from "../people/journey.schema.ts";
import { PEOPLE_ROUTES } from "../people/people.schema";
import { PRIVACY_REQUESTS_ROUTES } from "../people/privacyRequests.schema.ts";
import { CONTENT_ITEMS_ROUTES } from "../publishing/contentItems.schema.ts";
import { DRAFTS_ROUTES } from "../publishing/drafts.schema.ts";
import { IMAGES_ROUTES } from "../publishing/images.schema.ts";
import { PREVIEW_ROUTES } from "../publishing/preview.schema.ts";
import { REVISIONS_ROUTES } from "../publishing/revisions.schema.ts";
import { TRANSLATIONS_ROUTES } from "../publishing/translations.schema.ts";
import { ATTRIBUTION_ROUTES } from "../questions/attribution.schema.ts";
import { CHANGE_REPORT_ROUTES } from "../questions/changeReport.schema.ts";
import { EVENT_SEARCH_ROUTES } from "../questions/eventSearch.schema.ts";
import { FIGURE_ROWS_ROUTES } from "../questions/figureRows.schema.ts";
import { QUERY_ROUTES } from "../questions/query.schema.ts";
import { SEGMENTS_ROUTES } from "../questions/segments.schema.ts";
import { HEATMAPS_ROUTES } from "../replay/heatmaps.schema.ts";
import { RECORDING_SETTINGS_ROUTES } from "../replay/recordingSettings.schema.ts";
import { REPLAYS_ROUTES } from "../replay/replays.schema.ts";
import { REPORTS_ROUTES } from "../reports/reports.schema.ts";
import { SCHEDULES_ROUTES } from "../reports/schedules.schema.ts";
import { SHARES_ROUTES } from "../reports/shares.schema.ts";
import { SEARCH_ROUTES } from "../search.schema.ts";
import { INSTALL_ROUTES } from "../site/install.schema.ts";
import { SITE_ROUTES } from "../site/site.schema.ts";

/**
 * Every route of the console's API, below `/console/api`. The rows are next to the schemas of their domain. They type the server's handlers (`addRoute`) and
 * the console's client (`request`, `useRoute`). The console imports only their type, so no schema reaches the browser.
 */
export const CONSOLE_API = {
  ...ACCOUNTS_ROUTES,
  ...SECURITY_LOG_ROUTES,
  ...TEAM_ROUTES,
  ...TWO_FACTOR_ROUTES,
  ...ALERTS_ROUTES,
  ...DIGEST_ROUTES,
  ...API_KEYS_ROUTES,
  ...AD_COSTS_ROUTES,
  ...CAMPAIGN_LINKS_ROUTES,
  ...CHANGES_ROUTES,
  ...CONNECTIONS_ROUTES,
  ...CONSENT_REPORT_ROUTES,
  ...EXPERIMENTS_ROUTES,
  ...ESTIMATES_ROUTES,
  ...RESULTS_ROUTES,
  ...FLAGS_ROUTES,
  ...GOALS_ROUTES,
  ...IMPORTS_ROUTES,
  ...FUNNELS_ROUTES,
  ...PATHS_ROUTES,
  ...RETENTION_ROUTES,
  ...LEADS_ROUTES,
  ...ERRORS_ROUTES,
  ...QUALITY_ROUTES,
  ...SYSTEM_ROUTES,
  ...WEB_VITALS_ROUTES,
  ...NOTES_ROUTES,
  ...JOURNEY_ROUTES,
  ...PRIVACY_REQUESTS_ROUTES,
  ...PEOPLE_ROUTES,
  ...PREVIEW_ROUTES,
  ...CONTENT_ITEMS_ROUTES,
  ...IMAGES_ROUTES,
  ...REVISIONS_ROUTES,
  ...DRAFTS_ROUTES,
  ...TRANSLATIONS_ROUTES,
  ...ATTRIBUTION_ROUTES,
  ...CHANGE_REPORT_ROUTES,
  ...EVENT_SEARCH_ROUTES,
  ...FIGURE_ROWS_ROUTES,
  ...QUERY_ROUTES,
  ...SEGMENTS_ROUTES,
  ...HEATMAPS_ROUTES,
  ...RECORDING_SETTINGS_ROUTES,
  ...REPLAYS_ROUTES,
  ...REPORTS_ROUTES,
  ...SCHEDULES_ROUTES,
  ...SHARES_ROUTES,
  ...SEARCH_ROUTES,
  ...INSTALL_ROUTES,
  ...SITE_ROUTES,
} as const satisfies RouteRows;

/** Lifetime of a proof; signing in is one. */
export const PROOF_LIFETIME: Milliseconds = 10 * ONE_MINUTE;

/** The row of a route; undefined if the console's API has no such route. */
export function routeRow(route: string): RouteRow | undefined {
  return Object.hasOwn(CONSOLE_API, route) ? CONSOLE_API[route as ConsoleRoute] : undefined;
}

/** Required access for a route; null if no sign-in is required. */
export function accessTo({ access }: RouteRow): { permission: Permission; area: Area | null } | null {
  if (access === null) return null;
  const [permission, area = null] = access.split(" ") as [Permission, Area?];
  return { permission, area };
}

/** Method and path, such as `GET /flags/:key`. */
export type ConsoleRoute = keyof typeof CONSOLE_API;

/** Input and response types of a route. Inputs that the route does not accept are `undefined`. */
export interface ConsoleRouteTypes<Route extends ConsoleRoute> {
  params: PathParams<Route>;
  query: SchemaOf<Route, "query">;
  body: SchemaOf<Route, "body">;
  response: SchemaOf<Route, "response">;
}

type SchemaOf<
  Route extends ConsoleRoute,
  Part extends "query" | "body" | "response",
> = (typeof CONSOLE_API)[Route] extends {
  [Key in Part]: infer Schema extends TSchema;
}
  ? Static<Schema>
  : undefined;

type PathParams<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? { [Key in Name]: string } & (PathParams<`/${Rest}`> extends infer More extends object ? More : unknown)
  : Path extends `${string}/:${infer Name}`
    ? { [Key in Name]: string }
    : undefined;

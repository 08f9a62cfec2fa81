import Type, { type Static } from "typebox";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { RecordChange, type Versioned } from "../kernel/versioned.schema.ts";
import type { Weekday } from "../kernel/zonedTime.ts";

const strict = { additionalProperties: false };
const MAX_ENTRIES = 100;

/** Editable settings of the Site. */
export interface SiteDefinition {
  /** IANA name. Every screen shows times in it. */
  timeZone: string;
  weekStart: Weekday;
  /** Hosts that serve the site, with the port if it is not the default one. Visits from one to another are internal. */
  hosts: string[];
  /** IP addresses and ranges (`192.0.2.0/24`) whose visits are excluded. */
  excludedAddresses: string[];
}

/**
 * The settings as read and edited in the console. Only owners see and change addresses, because these are their colleagues'; if
 * missing, they stay unchanged.
 */
export type SiteEdit = Omit<SiteDefinition, "excludedAddresses"> & { excludedAddresses?: string[] };

/** The website that this installation serves and measures. */
export interface Site extends SiteDefinition {
  /** The first host. It never changes. */
  id: string;
}

/** The shape of a {@link SiteEdit}. The server also checks time zone, hosts and addresses. */
export const SiteEditSchema = Type.Unsafe<SiteEdit>(
  Type.Object(
    {
      timeZone: Type.String({ minLength: 1, maxLength: 64 }),
      weekStart: Type.Integer({ minimum: 1, maximum: 7 }),
      hosts: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
        minItems: 1,
        maxItems: MAX_ENTRIES,
      }),
      excludedAddresses: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: MAX_ENTRIES }),
      ),
    },
    strict,
  ),
);

export const SiteChangeSchema = RecordChange(SiteEditSchema);
export type SiteChange = Static<typeof SiteChangeSchema>;

/** Response of `GET /console/api/site`. */
export interface SiteResponse extends Versioned<SiteEdit> {
  id: string;
  /** Host of `PUBLIC_URL`, which always belongs to the site. */
  publicHost: string;
}

/** Settings that every screen needs to display times. */
export type SiteTime = Pick<SiteDefinition, "timeZone" | "weekStart">;
/** The same with the site's ID for queries. */
export interface SessionSite extends SiteTime, Pick<Site, "id"> {
  /** Values of `event:hostname` that screens filter by default; empty if the site has no hosts served by others. */
  ownHosts: string[];
}

/** Body and response of `/console/api/counting`: whether the visits of this browser are counted. */
export const CountingSchema = Type.Object({ isCounted: Type.Boolean() }, strict);
export type Counting = Static<typeof CountingSchema>;

/**
 * Route of the site that receives and returns the console's state for this browser, if the console has a separate
 * host.
 */
export const STAFF_BROWSER_PATH = "/staff-browser";

export const SITE_ROUTES = {
  "GET /site": { access: "read", response: response<SiteResponse>() },
  "PUT /site": {
    access: "edit technical",
    body: SiteChangeSchema,
    response: response<SiteResponse>(),
    invalidates: ["GET /changes"],
  },
  "GET /counting": { access: null, response: response<Counting>() },
  "PUT /counting": { access: null, body: CountingSchema, response: response<Counting>() },
} as const satisfies RouteRows;

import Type, { type Static } from "typebox";
import { OneOf } from "./kernel/oneOf.ts";
import { DONE, type RouteRows, response } from "./kernel/routeRow.ts";

/** Permissions of a key: read figures, or read content and change drafts. */
export const API_KEY_SCOPES = ["figures", "content"] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export const NewApiKeySchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** "figures" if missing. */
    scope: Type.Optional(OneOf(["figures", "content"])),
  },
  { additionalProperties: false },
);
export type NewApiKey = Static<typeof NewApiKeySchema>;

/** A key of the public API, without the key itself. Times are in milliseconds since the epoch. */
export interface ApiKey {
  id: string;
  name: string;
  scope: ApiKeyScope;
  /** The key's first characters. */
  startsWith: string;
  /** Email address of the account; null for the key in the server's environment (`API_KEY`). */
  createdBy: string | null;
  createdAt: number;
  /** To the minute; null if it was never used. */
  lastUsedAt: number | null;
  /** Null while the key works. */
  revokedAt: number | null;
}

export interface ApiKeysResponse {
  /** Newest first; revoked ones included. */
  keys: ApiKey[];
  /** Origin of the API. */
  origin: string;
  /** The Site's ID, which every query names. */
  siteId: string;
}

/** The key itself is shown once. Only its hash is stored. */
export interface NewApiKeyResponse {
  id: string;
  name: string;
  key: string;
}

export const API_KEYS_ROUTES = {
  "GET /api-keys": { access: "manageKeys technical", response: response<ApiKeysResponse>() },
  "POST /api-keys": {
    access: "manageKeys technical",
    isProven: true,
    body: NewApiKeySchema,
    response: response<NewApiKeyResponse>(),
    invalidates: ["GET /api-keys"],
  },
  "POST /api-keys/:id/revoke": {
    access: "manageKeys technical",
    response: DONE,
    invalidates: ["GET /api-keys"],
  },
} as const satisfies RouteRows;

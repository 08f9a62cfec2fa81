import Type from "typebox";
import { BINARY, type RouteRows, response } from "../kernel/routeRow.ts";
import type { AlarmDeliveryState, AlertTestResponse } from "./alerts.schema.ts";

const STRICT = { additionalProperties: false };

export const DigestChangeSchema = Type.Object({ isOn: Type.Boolean() }, STRICT);

/** The signed-in account's weekly digest. */
export interface DigestState {
  isOn: boolean;
  /** Whether email is connected. */
  isConnected: boolean;
  /** When the next one is sent, in milliseconds since the epoch. */
  nextAt: number;
  /** The last one; null before the first. */
  last: { state: AlarmDeliveryState; at: number | null; error: string | null } | null;
}

export const DIGEST_ROUTES = {
  "GET /digest": { access: "read analytics", response: response<DigestState>() },
  "PUT /digest": { access: "read analytics", body: DigestChangeSchema, response: response<DigestState>() },
  "POST /digest/send": { access: "read analytics", response: response<AlertTestResponse>() },
  "GET /digest/preview": { access: "read analytics", response: BINARY },
} as const satisfies RouteRows;

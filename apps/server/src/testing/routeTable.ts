import type { RouteOptions } from "fastify";
import { type Schema, sampleOf } from "./sampleOf.ts";

export interface Route {
  /** As Fastify lists it: "GET /flags/:key". */
  name: string;
  method: "GET" | "POST" | "PUT";
  url: string;
  querystring?: Schema;
  body?: Schema;
}

/** Ends with its client. */
const STREAM = "GET /console/api/live/stream";
/** Takes bytes. */
export const UPLOAD = "/api/content/v1/images";

export const EVENT = { type: "track", anonymousId: "a", event: "Event", properties: { text: "sample" } };
export const FORM = {
  formId: 1006,
  locale: "en",
  path: "/",
  email: "ada@acme.example",
  companySize: "51-200",
  message: "sample",
};
/** Bodies of routes that have no schema for them. */
const BODIES: Record<string, object> = {
  "/leads": FORM,
  "/m": { writeKey: "local", series: [{ type: "Counter", metric: "sample", value: 1, tags: {} }] },
  "/v1/b": { writeKey: "local", batch: [EVENT] },
};

/** The routes of `options`, except the stream. */
export function routesOf({ method, url, schema }: RouteOptions): Route[] {
  return [method].flat().flatMap((each) => {
    const name = `${each} ${url}`;
    const isListed = ["GET", "POST", "PUT", "OPTIONS"].includes(each) && name !== STREAM;
    return isListed ? [{ ...(schema as Partial<Route>), name, method: each as "GET", url }] : [];
  });
}

/** Valid bodies of a route, with different alternatives of its schema. */
export function bodiesOf({ method, url, body }: Route): unknown[] {
  if ((method !== "POST" && method !== "PUT") || url === UPLOAD) return [];
  const sample = BODIES[url] ?? (url.startsWith("/v1/") ? { writeKey: "local", ...EVENT } : null);
  return sample ? [sample] : [0, 1, 2].map((variant) => sampleOf(body ?? { type: "object" }, variant));
}

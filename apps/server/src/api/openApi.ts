import type { FastifyInstance } from "fastify";
import { MAX_REQUESTS } from "../domains/apiKeys/authenticateKey.ts";
import { API_ROUTES, type ApiRoute } from "./apiRoutes.ts";
import { API_SCHEMAS, ref } from "./apiSchemas.ts";

interface OpenApiOptions {
  /** Origin of the API. */
  origin: string;
  /** The Site's ID. */
  siteId: string;
}

/** Where the API is described, for people and for tools that generate clients. */
const OPEN_API_PATH = "/api/openapi.json";

/** Public: besides the Site's ID, which is its host, it contains nothing that docs/api.md does not. */
export function registerOpenApi(server: FastifyInstance, options: OpenApiOptions): void {
  const document = JSON.stringify(createOpenApi(options));
  server.get(OPEN_API_PATH, (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").type("application/json").send(document),
  );
}

/** The description of the public API as OpenAPI 3.1, whose schemas are JSON Schema 2020-12. */
export function createOpenApi({ origin, siteId }: OpenApiOptions) {
  const routes: [string, ApiRoute][] = Object.entries(API_ROUTES);
  return {
    openapi: "3.1.0",
    info: {
      title: "Marquee API",
      version: "2",
      summary: "Figures of the website, in the format of Plausible's Stats API v2.",
      description:
        "Owners create keys in the console under API keys. A key can read every figure of the site but change nothing; keep it on a server.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    tags: [...new Set(routes.map(([, { tag }]) => tag))].map((name) => ({ name })),
    paths: Object.fromEntries(
      routes.map(([name, route]) => [name.slice("POST ".length), { post: operationOf(route, siteId) }]),
    ),
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key from the console's API keys screen." },
      },
      schemas: {
        ...Object.fromEntries(
          routes.flatMap(([, { body, response }]) =>
            [body, response].map(({ name, schema }) => [name, schema] as const),
          ),
        ),
        ...API_SCHEMAS,
        Error: {
          type: "object",
          properties: { error: { type: "string", description: "What is wrong and how to fix it." } },
          required: ["error"],
        },
      },
      headers: {
        "Retry-After": {
          description: "Seconds until the next request is allowed.",
          schema: { type: "integer", minimum: 1 },
        },
      },
    },
  };
}

function operationOf(route: ApiRoute, siteId: string) {
  const { operationId, tag, summary, what, maxBytes, body, response, problem } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description: `Up to ${MAX_REQUESTS} requests an hour with each key, and ${maxBytes / 1024} KB a ${what}.`,
    requestBody: {
      required: true,
      content: { "application/json": { schema: ref(body.name), examples: body.examples(siteId) } },
    },
    responses: {
      200: {
        description: response.description,
        content: { "application/json": { schema: ref(response.name), example: response.example(siteId) } },
      },
      400: failure(`The ${what} is not valid.`, problem),
      401: failure("The key or the site's ID is not valid.", "Invalid API key or site ID."),
      413: failure(`The ${what} is too large.`, `The ${what} is too large.`),
      415: failure("The body is not JSON.", `Send the ${what} as JSON.`),
      429: { ...failure("Too many requests.", "Try again in 12 minutes."), headers: RETRY_AFTER },
      503: failure("The stores are unavailable.", "Data is unavailable right now."),
    },
  };
}

const RETRY_AFTER = { "Retry-After": { $ref: "#/components/headers/Retry-After" } };

function failure(description: string, error: string) {
  return { description, content: { "application/json": { schema: ref("Error"), example: { error } } } };
}

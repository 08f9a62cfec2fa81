import fastify from "fastify";
import { expect, it } from "vitest";
import { LAZY_VALIDATION } from "./lazyValidation.ts";

it("compiles a schema with the route's first request", async () => {
  const server = fastify({ schemaController: LAZY_VALIDATION });
  server.get("/", { schema: { querystring: { type: "no such type" } } }, async () => "never");
  await server.ready();
  const answer = await server.inject("/");
  expect(answer.statusCode).toBe(500);
  expect(answer.json().message).toContain("schema is invalid");
});

it("converts and rejects like Fastify's own validator", async () => {
  const servers = [fastify(), fastify({ schemaController: LAZY_VALIDATION })];
  const querystring = { type: "object", properties: { n: { type: "integer" } }, additionalProperties: false };
  for (const server of servers) server.get("/", { schema: { querystring } }, async ({ query }) => query);
  for (const query of ["?n=5", "?n=five", "?n=6&unknown=1", "?n=1.5", "?n=7"]) {
    const [standard, lazy] = await Promise.all(servers.map((server) => server.inject(`/${query}`)));
    expect([lazy?.statusCode, lazy?.body], query).toEqual([standard?.statusCode, standard?.body]);
  }
  expect((await servers[1]?.inject("/?n=five"))?.statusCode).toBe(400);
});

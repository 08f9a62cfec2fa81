import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openCountries } from "../platform/visitor/countries.ts";
import { locationRoutes } from "./locationRoutes.ts";

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  const allowedOrigins = new Set(["https://app.example"]);
  await app.register(locationRoutes({ countries: await openCountries(), allowedOrigins }));
});
afterAll(() => app.close());

const ask = (remoteAddress: string, origin?: string) =>
  app.inject({ url: "/location", remoteAddress, headers: origin ? { origin } : {} });

it.each([
  ["8.8.8.8", "United States", "US"],
  ["81.2.69.142", "United Kingdom", "GB"],
  ["127.0.0.1", "", ""],
])("returns the country of a caller at %s: %j", async (address, country_name, country_code) => {
  const answer = await ask(address);
  expect(answer.json()).toEqual({ country_name, country_code });
  expect(answer.headers["cache-control"]).toBe("private, max-age=86400");
});

it("lets only pages of the configured origins read it", async () => {
  const allowed = await ask("8.8.8.8", "https://app.example");
  expect(allowed.headers["access-control-allow-origin"]).toBe("https://app.example");
  const other = await ask("8.8.8.8", "https://other.example");
  expect(other.headers["access-control-allow-origin"]).toBeUndefined();
});

import fastify from "fastify";
import { expect, it } from "vitest";
import { openCountries } from "../visitor/countries.ts";
import { registerForwardedAddresses } from "./forwardedAddresses.ts";

it.each([
  ["8.8.8.8", "8.8.8.8", "US"],
  ["8.8.8.8:51234", "8.8.8.8", "US"],
  ["1.1.1.1:1, 8.8.8.8:51234", "8.8.8.8", "US"],
  ["8.8.8.8:51234, 10.0.0.7:443", "8.8.8.8", "US"],
  ["8.8.8.8:51234,10.0.0.7", "8.8.8.8", "US"],
  ["::ffff:8.8.8.8:51234", "::ffff:8.8.8.8", "US"],
  ["2001:4860:4860::8888", "2001:4860:4860::8888", "US"],
  ["[2001:4860:4860::8888]", "2001:4860:4860::8888", "US"],
  ["[2001:4860:4860::8888]:443", "2001:4860:4860::8888", "US"],
  ['"[2001:4860:4860::8888]:443"', "2001:4860:4860::8888", "US"],
  ["[2001:4860:4860::8888]:443, [fd00::1]:443", "2001:4860:4860::8888", "US"],
  ["unknown", "unknown", ""],
  ["8.8.8.8:port", "8.8.8.8:port", ""],
])("takes the visitor's address from %s", async (header, address, country) => {
  const server = fastify({ trustProxy: ["127.0.0.1", "10.0.0.0/8", "fd00::/8"] });
  registerForwardedAddresses(server);
  const countries = await openCountries();
  server.get("/", ({ ip }) => ({ address: ip, country: countries.codeOf(ip) }));
  const response = await server.inject({ url: "/", headers: { "x-forwarded-for": header } });
  expect(response.json()).toEqual({ address, country });
  await server.close();
});

it("ignores the header from untrusted senders", async () => {
  const server = fastify({ trustProxy: ["10.0.0.1"] });
  registerForwardedAddresses(server);
  server.get("/", ({ ip }) => ip);
  const { body } = await server.inject({ url: "/", headers: { "x-forwarded-for": "8.8.8.8:51234" } });
  expect(body).toBe("127.0.0.1");
  await server.close();
});

import fastify from "fastify";
import { expect, it } from "vitest";
import { settingsRoutes } from "./settingsRoutes.ts";

async function ask(writeKey: string, origin = "https://shop.example") {
  const app = fastify();
  const allowedOrigins = new Set(["https://shop.example"]);
  await app.register(
    settingsRoutes({ writeKey: "local", publicUrl: "https://www.trellis.example:8443", allowedOrigins }),
  );
  return app.inject({ url: `/v1/projects/${writeKey}/settings`, headers: { origin } });
}

it("points Segment's browser library to this server", async () => {
  const { statusCode, headers, json } = await ask("local");
  expect([statusCode, headers["cache-control"]]).toEqual([200, "public, max-age=60"]);
  expect(json()).toMatchObject({
    integrations: {
      "Segment.io": { apiKey: "local", apiHost: "www.trellis.example:8443/v1", protocol: "https" },
    },
    metrics: { host: "www.trellis.example:8443/v1", protocol: "https" },
    legacyVideoPluginsEnabled: false,
    remotePlugins: [],
  });
});

it("rejects another key with the reason", async () => {
  const { statusCode, json } = await ask("other");
  expect([statusCode, json().message]).toEqual([404, expect.stringContaining("WRITE_KEY")]);
});

it("lets only pages of the configured origins read it", async () => {
  const originOf = async (origin: string) =>
    (await ask("local", origin)).headers["access-control-allow-origin"];
  expect([await originOf("https://shop.example"), await originOf("https://evil.example")]).toEqual([
    "https://shop.example",
    undefined,
  ]);
});

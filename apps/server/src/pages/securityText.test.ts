import fastify from "fastify";
import { expect, it } from "vitest";
import { SECURITY_TEXT_PATH, securityTextRoutes } from "./securityText.ts";

const NOW = Date.parse("2026-06-01T15:00:00Z");

async function get(contacts: string[]) {
  const server = fastify();
  const publicUrl = "https://trellis.example";
  await server.register(securityTextRoutes({ contacts, publicUrl, now: () => NOW }));
  return server.inject(SECURITY_TEXT_PATH);
}

it("has the contact for vulnerabilities, and an expiry date", async () => {
  const { body, headers } = await get([
    "mailto:security@trellis.example",
    "https://trellis.example/security",
  ]);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toBe(
    [
      "Contact: mailto:security@trellis.example",
      "Contact: https://trellis.example/security",
      "Expires: 2026-08-30T00:00:00.000Z",
      "Preferred-Languages: en",
      "Canonical: https://trellis.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});

it("does not exist without a contact", async () => {
  expect((await get([])).statusCode).toBe(404);
});

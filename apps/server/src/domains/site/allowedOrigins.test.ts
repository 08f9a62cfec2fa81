import { expect, it } from "vitest";
import { createAllowedOrigins } from "./allowedOrigins.ts";

const site = (hosts: string[]) => ({
  id: "",
  hosts,
  timeZone: "UTC",
  weekStart: 1 as const,
  excludedAddresses: [],
});
const create = (publicUrl: string, hosts: string[], allowedOrigins: string[] = []) =>
  createAllowedOrigins({ site: { current: () => site(hosts) }, config: { publicUrl, allowedOrigins } });

const SECURE = create("https://www.example.com", [
  "www.example.com",
  "docs.example.com",
  "app.example.com:8443",
]);

it.each(["https://docs.example.com", "https://www.example.com", "https://app.example.com:8443"])(
  "allows %s",
  (origin) => {
    expect(SECURE.has(origin)).toBe(true);
  },
);

it.each([
  "null",
  "",
  "docs.example.com",
  "http://docs.example.com",
  "https://docs.example.com:444",
  "https://app.example.com",
  "https://example.com",
  "https://evil.docs.example.com",
  "https://evil-docs.example.com",
  "https://docs.example.com.evil.example",
  "https://docs.example.com@evil.example",
  "https://docs.example.com/",
  "https://DOCS.example.com",
  "https://docs.example.com\u0000.evil.example",
  "chrome-extension://docs.example.com",
])("does not allow %j", (origin) => {
  expect(SECURE.has(origin)).toBe(false);
});

it("allows pages over http only if the site is served over http, or on localhost", () => {
  expect(create("http://10.0.0.5:3000", ["docs.internal:8080"]).has("http://docs.internal:8080")).toBe(true);
  const local = create("https://www.example.com", [
    "localhost:3001",
    "docs.localhost",
    "localhost.evil.example",
  ]);
  expect(local.has("http://localhost:3001")).toBe(true);
  expect(local.has("http://docs.localhost")).toBe(true);
  expect(local.has("http://localhost.evil.example")).toBe(false);
  expect(create("http://localhost", ["docs.example.com:80"]).has("http://docs.example.com")).toBe(true);
});

it("adds ALLOWED_ORIGINS, and follows changes of the hosts", () => {
  let hosts = ["www.example.com"];
  const allowed = createAllowedOrigins({
    site: { current: () => site(hosts) },
    config: { publicUrl: "https://www.example.com", allowedOrigins: ["http://app.test:4000"] },
  });
  expect(allowed.has("http://app.test:4000")).toBe(true);
  expect(allowed.has("https://docs.example.com")).toBe(false);
  hosts = [...hosts, "docs.example.com"];
  expect(allowed.has("https://docs.example.com")).toBe(true);
  hosts = ["www.example.com"];
  expect(allowed.has("https://docs.example.com")).toBe(false);
});

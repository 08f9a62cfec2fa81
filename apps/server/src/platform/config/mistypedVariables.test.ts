import { expect, it } from "vitest";
import { variableNames } from "./config.ts";
import { findMistyped } from "./mistypedVariables.ts";

const mistyped = (...names: string[]) =>
  findMistyped(Object.fromEntries(names.map((name) => [name, "value"])), variableNames()).map(
    ({ name, meant }) => `${name}: ${meant}`,
  );

it("suggests the intended variable for a mistyped one", () => {
  expect(
    mistyped("DATABSE_URL", "CLICKHOUSE_URI", "retention_days", "PUBLIC_URl", "SHUTDOWN_DELAYS"),
  ).toEqual([
    "DATABSE_URL: DATABASE_URL",
    "CLICKHOUSE_URI: CLICKHOUSE_URL",
    "retention_days: RETENTION_DAYS",
    "PUBLIC_URl: PUBLIC_URL",
    "SHUTDOWN_DELAYS: SHUTDOWN_DELAY",
  ]);
});

it("is silent about known variables, those of other programs, and a similar name next to the right one", () => {
  expect(
    mistyped(...variableNames(), "PATH", "HOME", "POST", "HOSTNAME", "TERM", "SHELL", "npm_config_cache"),
  ).toEqual([]);
  expect(mistyped("DATABASE_URL", "DATABASE_URL2")).toEqual([]);
});

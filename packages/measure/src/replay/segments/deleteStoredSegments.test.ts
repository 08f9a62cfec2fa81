import { expect, it } from "vitest";
import { databaseName } from "./deleteStoredSegments.ts";

it("names the database after the first ten characters of the key", () => {
  expect(databaseName("0123456789abcdef")).toBe("marquee_replay_0123456789");
  expect(databaseName("local")).toBe("marquee_replay_local");
});

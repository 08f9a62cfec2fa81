import { customType, timestamp } from "drizzle-orm/pg-core";
import { storableJson } from "./storableValues.ts";

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
/**
 * Any JSON. Both drivers parse it; Drizzle's own type parses a text again that they already parsed, which turns the text "4" into a
 * number.
 */
export const jsonb = customType<{ data: unknown }>({
  dataType: () => "jsonb",
  toDriver: storableJson,
  fromDriver: (value) => value,
});

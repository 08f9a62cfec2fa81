import type { Json } from "@marquee/contract";
import {
  CONNECTIONS,
  type ConnectionDefinition,
  type ConnectionKind,
  type ConnectionState,
  fieldsOf,
} from "@marquee/contract/schema";
import type { ConnectionRow } from "./connectionStore.ts";
import type { EnvironmentConnection } from "./environmentConnections.ts";

/** A connection as owners see it in the console: without its secrets. */
export function describeConnection(
  kind: ConnectionKind,
  row: ConnectionRow | undefined,
  fromEnvironment: EnvironmentConnection | undefined,
): ConnectionState {
  const described: ConnectionDefinition = CONNECTIONS[kind];
  const { title, purpose, dataFlow, consent, runsScripts = false } = described;
  const isConnected = fromEnvironment !== undefined || (row?.enabled ?? false);
  const error = isConnected ? (row?.error ?? null) : null;
  const names = Object.keys(described.secrets.properties);
  return {
    kind,
    title,
    purpose,
    dataFlow,
    consent,
    fields: fieldsOf(described),
    runsScripts,
    state: isConnected ? (error === null ? "connected" : "failing") : "disconnected",
    variables: fromEnvironment?.variables ?? [],
    definition: {
      ...defaultsOf(described),
      ...((fromEnvironment?.settings ?? row?.settings) as Record<string, Json>),
    },
    secrets: Object.fromEntries(names.map((name) => [name, row?.secretsSetAt[name] ?? null])),
    revision: row?.revision ?? 0,
    updatedAt: row?.updatedAt?.getTime() ?? null,
    updatedBy: row?.updatedBy ?? null,
    checkedAt: isConnected ? (row?.checkedAt?.getTime() ?? null) : null,
    error,
  };
}

/** Settings that an empty form starts with, and those that were added after the row was stored. */
export function defaultsOf({ settings }: ConnectionDefinition): Record<string, Json> {
  const entries = Object.entries(settings.properties) as [string, { default?: Json }][];
  return Object.fromEntries(entries.map(([name, schema]) => [name, schema.default ?? ""]));
}

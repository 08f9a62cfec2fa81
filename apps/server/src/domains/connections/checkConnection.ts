import { CONNECTIONS, type ConnectionDefinition, type ConnectionKind } from "@marquee/contract/schema";
import type { TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { ApiError } from "../../platform/errors/apiError.ts";
import { type AddressPolicy, problemOfUrl } from "../../platform/http/addressPolicy.ts";

/** Settings and secrets that an owner entered. */
export interface ConnectionDraft {
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
}

/**
 * Checks settings and secrets by kind, and normalizes URLs.
 * @throws {ApiError} bad_request, naming the first wrong field and what to enter.
 */
export function checkConnection(
  kind: ConnectionKind,
  { settings, secrets }: ConnectionDraft,
  policy: AddressPolicy,
): ConnectionDraft {
  const definition: ConnectionDefinition = CONNECTIONS[kind];
  check(definition.settings, settings);
  check(definition.secrets, secrets);
  const checked = checkUrls(definition.settings, settings, policy);
  const problem = definition.problem?.(checked) ?? null;
  if (problem !== null) throw new ApiError("bad_request", problem);
  return { settings: checked, secrets: checkUrls(definition.secrets, secrets, policy) };
}

function checkUrls<Values extends Record<string, unknown>>(
  schema: TObject,
  values: Values,
  policy: AddressPolicy,
): Values {
  const urls = Object.entries(schema.properties).flatMap(([name, field]) => {
    const value = values[name];
    if (!("isUrl" in field) || typeof value !== "string" || value === "") return [];
    const problem = problemOfUrl(value, policy);
    if (problem !== null) throw new ApiError("bad_request", `${labelOf(field, name)}: ${problem}`);
    return [[name, new URL(value).href.replace(/\/$/, "")]];
  });
  return { ...values, ...Object.fromEntries(urls) };
}

function check(schema: TObject, value: Record<string, unknown>): void {
  const validator = Compile(schema);
  if (validator.Check(value)) return;
  const [error] = validator.Errors(value);
  const name = nameIn(error) ?? Object.keys(value).find((key) => !(key in schema.properties)) ?? "";
  const field = schema.properties[name] as (TSchema & { problem?: string }) | undefined;
  if (!field || !Object.hasOwn(schema.properties, name))
    throw new ApiError("bad_request", `${name || "The connection"} is unknown. Reload the page.`);
  throw new ApiError("bad_request", `${labelOf(field, name)}: ${field.problem ?? "Enter another value."}`);
}

/** Name of the property that an error is about: the first one that is missing, or the start of its path. */
function nameIn(error: { instancePath: string; params: object } | undefined): string | undefined {
  const { requiredProperties } = (error?.params ?? {}) as { requiredProperties?: string[] };
  return error?.instancePath.split("/")[1] ?? requiredProperties?.[0];
}

function labelOf(schema: TSchema, name: string): string {
  return "title" in schema && typeof schema.title === "string" ? schema.title : name;
}

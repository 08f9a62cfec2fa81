/** Any JSON value. Read-only, so that every type whose values are JSON fits. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** `Array.isArray` does not distinguish read-only arrays from objects. */
export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A type with every list and object in it read-only, for arguments and requests that are not modified. Lists that are already read-only are kept, because they
 * may contain themselves.
 */
export type ReadonlyDeep<Value> = Json extends Value
  ? Value
  : Value extends readonly unknown[]
    ? Value extends unknown[]
      ? { readonly [Index in keyof Value]: ReadonlyDeep<Value[Index]> }
      : Value
    : Value extends object
      ? { readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]> }
      : Value;

import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";

/**
 * Validates a body without changing it. Fastify's own validator converts types and drops unknown properties, which helps
 * with query strings but would change the data to save.
 */
export const strictBody: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  return (body: unknown) => {
    const validator = validatorOf(schema);
    if (validator.Check(body)) return { value: body };
    const [problem] = validator.Errors(body);
    // The schema of properties forbidden by `additionalProperties: false`.
    const message = problem?.message === "schema is false" ? "is an unknown property" : problem?.message;
    return { error: new Error(`${problem?.instancePath || "The body"} ${message ?? "is wrong"}.`) };
  };
};

const validators = new WeakMap<TSchema, Validator>();

/** Compiles a schema with its first body: those of all routes together take as much processor time as adding all routes. */
function validatorOf(schema: TSchema): Validator {
  const cached = validators.get(schema);
  if (cached) return cached;
  const compiled = Compile(schema);
  validators.set(schema, compiled);
  return compiled;
}

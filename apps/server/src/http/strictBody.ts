import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";

/**
 * Validates a body as it is. Fastify's own validator converts types and drops unknown properties, which helps
 * with query strings but would change what someone wants to save.
 */
export const strictBody: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validator = Compile(schema);
  return (body: unknown) => {
    if (validator.Check(body)) return { value: body };
    const [problem] = validator.Errors(body);
    return { error: new Error(`${problem?.instancePath || "The body"} ${problem?.message ?? "is wrong"}.`) };
  };
};

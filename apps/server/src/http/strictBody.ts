import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";

/**
 * Checks a body as it is. Fastify's own validator makes numbers of texts and of null, and drops what it does not know, which
 * helps with a query string and would change what somebody wants to save.
 */
export const strictBody: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validator = Compile(schema);
  return (body: unknown) => {
    if (validator.Check(body)) return { value: body };
    const [problem] = validator.Errors(body);
    return { error: new Error(`${problem?.instancePath || "The body"} ${problem?.message ?? "is wrong"}.`) };
  };
};

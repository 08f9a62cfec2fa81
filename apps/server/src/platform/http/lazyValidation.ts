import AjvCompiler, { type BuildCompilerFromPool } from "@fastify/ajv-compiler";

const buildCompiler = AjvCompiler();

/** Like Fastify's own validator, but compiles the schema of a route with its first request. */
const buildValidator: BuildCompilerFromPool = (schemas, options) => {
  const compile = buildCompiler(schemas, options);
  return (...route) => {
    let compiled: ReturnType<typeof compile> | undefined;
    const validate = (data: unknown) => {
      compiled ??= compile(...route);
      const isValid = compiled(data);
      validate.errors = compiled.errors;
      return isValid;
    };
    validate.errors = null as ReturnType<typeof compile>["errors"];
    return validate as ReturnType<typeof compile>;
  };
};

/**
 * For Fastify's option `schemaController`. Compiling the schemas of all routes at the start takes about a second of processor time, more
 * than the rest of a start.
 */
export const LAZY_VALIDATION = { compilersFactory: { buildValidator } };

import type { Json } from "@marquee/contract";
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";

const Text = Type.String({ maxLength: 1000 });
const Scalar = Type.Union([Text, Type.Number(), Type.Boolean(), Type.Null()]);
const Name = "^.{1,100}$";

/** Request body of remote evaluation as GrowthBook's SDKs send it, restricted to flat attributes. */
const EvalRequestSchema = Type.Object({
  attributes: Type.Optional(
    Type.Record(Type.String({ pattern: Name }), Type.Union([Scalar, Type.Array(Scalar, { maxItems: 100 })]), {
      additionalProperties: false,
      maxProperties: 100,
    }),
  ),
  forcedVariations: Type.Optional(
    Type.Record(Type.String({ pattern: Name }), Type.Integer({ minimum: 0, maximum: 1000 }), {
      additionalProperties: false,
      maxProperties: 100,
    }),
  ),
  forcedFeatures: Type.Optional(
    Type.Array(Type.Tuple([Type.String({ maxLength: 100 }), Type.Unsafe<Json>(Type.Unknown())]), {
      maxItems: 100,
    }),
  ),
  url: Type.Optional(Type.String({ maxLength: 2000 })),
});

export type EvalRequest = Static<typeof EvalRequestSchema>;

const validator = Compile(EvalRequestSchema);
/** Deeper values would overflow the stack when they are serialized or read. */
const MAX_LEVELS = 20;

/** Fastify's body validator: returns the body unchanged, or an error that does not repeat it. */
export function checkEvalRequest(body: unknown): { value: unknown } | { error: Error } {
  if (!validator.Check(body)) {
    const [problem] = validator.Errors(body);
    return { error: new Error(`${whereOf(problem?.instancePath)} ${problem?.message ?? "is wrong"}.`) };
  }
  if (body.forcedFeatures?.every(([, value]) => isWithin(value, MAX_LEVELS)) ?? true) return { value: body };
  return { error: new Error(`Values of forcedFeatures can be nested at most ${MAX_LEVELS} levels deep.`) };
}

/** The top-level property of a path. Deeper names come from the client and must not be repeated. */
function whereOf(path = ""): string {
  return path.split("/")[1] ?? "The body";
}

function isWithin(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}

import type { Json } from "@marquee/contract";
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";

const Name = "^.{1,100}$";
const AnyJson = Type.Unsafe<Json>(Type.Unknown());

/** Request body of remote evaluation as GrowthBook's SDKs send it. */
const EvalRequestSchema = Type.Object({
  attributes: Type.Optional(
    Type.Record(Type.String({ pattern: Name }), AnyJson, { additionalProperties: false, maxProperties: 100 }),
  ),
  forcedVariations: Type.Optional(
    Type.Record(Type.String({ pattern: Name }), Type.Integer({ minimum: 0, maximum: 1000 }), {
      additionalProperties: false,
      maxProperties: 100,
    }),
  ),
  forcedFeatures: Type.Optional(
    Type.Array(Type.Tuple([Type.String({ maxLength: 100 }), AnyJson]), { maxItems: 100 }),
  ),
  url: Type.Optional(Type.String({ maxLength: 2000 })),
});

export type EvalRequest = Static<typeof EvalRequestSchema>;

const validator = Compile(EvalRequestSchema);
/** Deeper values would overflow the stack when they are serialized or read. */
const MAX_LEVELS = 20;
/** Limits of each value within an attribute. */
const MAX_TEXT_LENGTH = 1000;
const MAX_MEMBERS = 100;

/** Fastify's body validator: returns the body unchanged, or an error that does not repeat it. */
export function checkEvalRequest(body: unknown): { value: unknown } | { error: Error } {
  if (!validator.Check(body)) {
    const [problem] = validator.Errors(body);
    return { error: new Error(`${whereOf(problem?.instancePath)} ${problem?.message ?? "is wrong"}.`) };
  }
  const { attributes = {}, forcedFeatures = [] } = body;
  const values = Object.values(attributes);
  const forced = forcedFeatures.map(([, value]) => value);
  if (![...values, ...forced].every((value) => isWithin(value, MAX_LEVELS)))
    return { error: new Error(`Values can be nested at most ${MAX_LEVELS} levels deep.`) };
  if (values.every(isShort)) return { value: body };
  return {
    error: new Error(
      `Attributes are limited to ${MAX_TEXT_LENGTH} characters per text, and to ${MAX_MEMBERS} members per list or object.`,
    ),
  };
}

/** The top-level property of a path. Deeper names come from the client and must not be repeated. */
function whereOf(path = ""): string {
  return path.split("/")[1] ?? "The body";
}

function isWithin(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}

/** Whether a value that is {@link isWithin} the levels has no long text or list. */
function isShort(value: Json): boolean {
  if (typeof value === "string") return value.length <= MAX_TEXT_LENGTH;
  if (typeof value !== "object" || value === null) return true;
  const members = Object.values(value);
  return members.length <= MAX_MEMBERS && members.every(isShort);
}

import type { TSchema } from "typebox";
import type { Validator } from "typebox/compile";
import type { ContentProblem, RichTextNode } from "./content.types.ts";
import { decodeDescriptions } from "./entities.ts";
import { NodeShape, RICH_TEXT_RULES, TEXT_EXAMPLE, TextShape } from "./richTextNodes.schema.ts";

/** Maximum nesting. Deeper nodes are dropped and reported. */
const MAX_DEPTH = 60;
const EMPTY_DOCUMENT: RichTextNode = { nodeType: "document", data: {}, content: [] };

interface CheckedRichText {
  /** The document with only its valid nodes; an empty document if the root is invalid. */
  document: RichTextNode;
  /** Removed nodes with the reason. Places are property paths, such as `content.3.data.uri`. */
  problems: ContentProblem[];
}

/**
 * Validates a rich-text document against the schema of each node's type (specification, section 5). Invalid nodes are
 * removed and reported; valid nodes around them are kept. For an unknown type the problem reads 'Schema for nodeType
 * was not found' (section 8).
 */
export function checkRichText(value: unknown): CheckedRichText {
  const problems: ContentProblem[] = [];
  const report = (place: string[], problem: string, example: string) => {
    problems.push({ place: place.join("."), problem, example });
    return null;
  };
  const document = checkNode(value, { allowed: ["document"], place: [], report });
  return { document: document ?? EMPTY_DOCUMENT, problems };
}

interface Context {
  /** Node types allowed here. */
  allowed: readonly string[];
  place: string[];
  report(place: string[], problem: string, example: string): null;
}

function checkNode(value: unknown, context: Context): RichTextNode | null {
  const { allowed, place, report } = context;
  const nodeType = nodeTypeOf(value);
  const rule = Object.hasOwn(RICH_TEXT_RULES, nodeType) ? RICH_TEXT_RULES[nodeType] : undefined;
  if (!rule && nodeType !== "text") {
    const example = RICH_TEXT_RULES[allowed[0] ?? ""]?.example ?? TEXT_EXAMPLE;
    return report([...place, "nodeType"], `Schema for nodeType was not found: "${nodeType}".`, example);
  }
  if (!allowed.includes(nodeType)) {
    const example = allowed[0] === "text" ? TEXT_EXAMPLE : (RICH_TEXT_RULES[allowed[0] ?? ""]?.example ?? "");
    const remedy = allowed.length > 0 ? `Use ${allowed.join(" or ")}.` : "Its parent cannot have content.";
    return report(place, `${nodeType} is not allowed here. ${remedy}`, example);
  }
  if (!rule)
    return checkShape(TextShape, value, { place, report, example: TEXT_EXAMPLE }) as RichTextNode | null;
  const node = checkShape(NodeShape, value, { place, report, example: rule.example }) as Required<
    Pick<RichTextNode, "nodeType" | "data" | "content">
  > | null;
  if (!node) return null;
  const data = checkShape(rule.data, node.data, { place: [...place, "data"], report, example: rule.example });
  if (data === null) return null;
  if (place.length >= 2 * MAX_DEPTH)
    return report(place, `Nodes can be nested at most ${MAX_DEPTH} levels deep.`, rule.example);
  const content = node.content.flatMap((child, index) => {
    const below = { allowed: rule.children, place: [...place, "content", String(index)], report };
    return checkNode(child, below) ?? [];
  });
  if (content.length < rule.fewest) {
    const problem = `${nodeType} needs at least one ${rule.children.join(" or ")}.`;
    return report([...place, "content"], problem, rule.example);
  }
  return { nodeType, data: decodeDescriptions(node.data), content };
}

function nodeTypeOf(value: unknown): string {
  const nodeType =
    typeof value === "object" && value !== null ? (value as Record<string, unknown>).nodeType : undefined;
  return typeof nodeType === "string" ? nodeType : String(nodeType);
}

interface ShapeContext extends Pick<Context, "place" | "report"> {
  example: string;
}

/** @returns the value if it is valid; otherwise null, after reporting the first error. */
function checkShape(
  validator: Validator<Record<never, never>, TSchema>,
  value: unknown,
  { place, report, example }: ShapeContext,
): unknown {
  if (validator.Check(value)) return value;
  const [first] = validator.Errors(value);
  const members = first?.instancePath.split("/").slice(1) ?? [];
  const message = first?.message === "schema is false" ? "is an unknown property" : first?.message;
  return report([...place, ...members], `This ${message ?? "is not valid"}.`, example);
}

import { type TSchema, Type } from "typebox";
import { Compile, type Validator } from "typebox/compile";

const EMPTY = Type.Object({}, { additionalProperties: false });
const Address = Type.String({ minLength: 1, maxLength: 2000 });
const Pixels = Type.Integer({ minimum: 1, maximum: 20_000 });
const CellSpan = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }));

const INLINE = ["text", "hyperlink", "entry-hyperlink", "asset-hyperlink"];
const HEADINGS = ["heading-1", "heading-2", "heading-3", "heading-4", "heading-5", "heading-6"];
const LISTS = ["ordered-list", "unordered-list"];
const BLOCKS = ["paragraph", ...HEADINGS, ...LISTS, "blockquote", "hr", "table", "embedded-asset-block"];

/** Schema rules of one node type. */
interface NodeRule {
  data: Validator<Record<never, never>, TSchema>;
  /** Allowed types of child nodes. */
  children: readonly string[];
  /** Minimum number of child nodes. */
  fewest: number;
  /** A valid node of this type as JSON. */
  example: string;
}

interface RuleParts {
  data?: TSchema;
  children: readonly string[];
  fewest?: number;
  example: string;
}

function rule({ data = EMPTY, children, fewest = 0, example }: RuleParts): NodeRule {
  return { data: Compile<TSchema>(data), children, fewest, example };
}

const TEXT = `{ "nodeType": "text", "value": "Hello", "marks": [], "data": {} }`;
const PARAGRAPH = `{ "nodeType": "paragraph", "data": {}, "content": [${TEXT}] }`;
const CELL = `{ "nodeType": "table-cell", "data": { "colspan": 1, "rowspan": 1 }, "content": [${PARAGRAPH}] }`;
const ROW = `{ "nodeType": "table-row", "data": {}, "content": [${CELL}] }`;
const ITEM = `{ "nodeType": "list-item", "data": {}, "content": [${PARAGRAPH}] }`;

const node = (nodeType: string, data: string, content: string) =>
  `{ "nodeType": "${nodeType}", "data": ${data}, "content": [${content}] }`;
const cell = (nodeType: string) =>
  rule({
    data: Type.Object({ colspan: CellSpan, rowspan: CellSpan }, { additionalProperties: false }),
    children: ["paragraph"],
    fewest: 1,
    example: CELL.replace("table-cell", nodeType),
  });
const link = (nodeType: string, member: string) =>
  rule({
    data: Type.Object({ [member]: Address }, { additionalProperties: false }),
    children: ["text"],
    example: node(nodeType, `{ "${member}": "/pricing" }`, TEXT),
  });
const list = (nodeType: string) =>
  rule({ children: ["list-item"], fewest: 1, example: node(nodeType, "{}", ITEM) });

/** Schema rules of rich-text nodes (specification, sections 3 and 5) by `nodeType`. `text` is separate, see {@link TextShape}. */
export const RICH_TEXT_RULES: Readonly<Record<string, NodeRule>> = {
  document: rule({ children: BLOCKS, example: node("document", "{}", PARAGRAPH) }),
  paragraph: rule({ children: INLINE, example: PARAGRAPH }),
  ...Object.fromEntries(
    HEADINGS.map((heading) => [heading, rule({ children: INLINE, example: node(heading, "{}", TEXT) })]),
  ),
  ...Object.fromEntries(LISTS.map((nodeType) => [nodeType, list(nodeType)])),
  "list-item": rule({ children: BLOCKS.filter((block) => block !== "table"), example: ITEM }),
  blockquote: rule({ children: ["paragraph"], example: node("blockquote", "{}", PARAGRAPH) }),
  hr: rule({ children: [], example: node("hr", "{}", "") }),
  table: rule({ children: ["table-row"], fewest: 1, example: node("table", "{}", ROW) }),
  "table-row": rule({ children: ["table-cell", "table-header-cell"], fewest: 1, example: ROW }),
  "table-cell": cell("table-cell"),
  "table-header-cell": cell("table-header-cell"),
  "embedded-asset-block": rule({
    data: Type.Object(
      { url: Address, width: Pixels, height: Pixels, description: Type.String({ maxLength: 500 }) },
      { additionalProperties: false },
    ),
    children: [],
    example: node(
      "embedded-asset-block",
      `{ "url": "guide/board.png", "width": 1600, "height": 900, "description": "The board on a Monday" }`,
      "",
    ),
  }),
  hyperlink: link("hyperlink", "uri"),
  "entry-hyperlink": link("entry-hyperlink", "canonical"),
  "asset-hyperlink": link("asset-hyperlink", "url"),
};

/** Properties that every node type except `text` has. */
export const NodeShape = Compile(
  Type.Object(
    {
      nodeType: Type.String(),
      data: Type.Record(Type.String(), Type.Unknown()),
      content: Type.Array(Type.Unknown(), { maxItems: 5000 }),
    },
    { additionalProperties: false },
  ),
);

/** A text node. {@link TEXT_EXAMPLE} is a valid one as JSON. */
export const TextShape = Compile(
  Type.Object(
    {
      nodeType: Type.Literal("text"),
      data: Type.Record(Type.String(), Type.Unknown()),
      value: Type.String({ maxLength: 100_000 }),
      marks: Type.Array(Type.Object({ type: Type.String() }), { maxItems: 20 }),
    },
    { additionalProperties: false },
  ),
);
export const TEXT_EXAMPLE = TEXT;

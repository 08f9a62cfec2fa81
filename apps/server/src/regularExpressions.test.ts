import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { ONE_MINUTE } from "@marquee/contract";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { IS_SOAK } from "../../../scripts/test/soak.mjs";
import { filesIn } from "./platform/storage/filesIn.ts";

/** The build without native code, which gives the same result on every machine. */
const { checkSync } = createRequire(import.meta.url)("recheck/lib/browser.js") as typeof import("recheck");

const PROJECT = join(import.meta.dirname, "../../..");
/** Sources that run on untrusted input, or on what owners and editors enter, in visitors' browsers. */
const ROOTS = [
  "apps/server/src",
  "packages/contract/src",
  "packages/measure/src/privacy",
  "packages/measure/src/replay/targeting",
  "apps/console/src/player",
  "apps/site/src/app",
  "apps/site/src/flags",
];
/** No time limits, so results do not depend on the machine. For larger NFAs, recheck searches for an attack instead of proving there is none. */
const LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null, maxNFASize: 1500 };

/** Expressions that take 160 ms or more to check, one per line. Only `npm run test:soak` checks them; run it before you add one. */
const PROVEN: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, "provenExpressions.txt"), "utf8")
    .trimEnd()
    .split("\n"),
);

interface Expression {
  file: string;
  source: string;
  flags: string;
}

interface SyntaxNode {
  type: string;
  [member: string]: unknown;
}

interface SourceExpressions {
  expressions: Expression[];
  /** String constants by name. */
  constants: Map<string, string>;
  /** Schema patterns that refer to a constant by name. */
  named: { file: string; name: string }[];
  /** Files that build expressions at runtime, which this test cannot check. */
  built: string[];
}

function isSource(path: string): boolean {
  return /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path);
}

function readSources(): SourceExpressions {
  const sources: SourceExpressions = { expressions: [], constants: new Map(), named: [], built: [] };
  const files = ROOTS.flatMap((root) => filesIn(join(PROJECT, root)));
  for (const path of files.filter(isSource)) {
    const program = parseAst(readFileSync(path, "utf8"), { lang: path.endsWith("x") ? "tsx" : "ts" });
    visit(program, relative(PROJECT, path), sources);
  }
  for (const { file, name } of sources.named) {
    const source = sources.constants.get(name);
    if (source === undefined) throw new Error(`${file}: the pattern ${name} is not a constant string.`);
    sources.expressions.push({ file, source, flags: "u" });
  }
  return sources;
}

function visit(value: unknown, file: string, sources: SourceExpressions): void {
  if (Array.isArray(value)) for (const each of value) visit(each, file, sources);
  if (typeof value !== "object" || value === null || !("type" in value)) return;
  const node = value as SyntaxNode;
  const regex = node.regex as { pattern: string; flags: string } | undefined;
  if (regex) sources.expressions.push({ file, source: regex.pattern, flags: regex.flags });
  if (nameOf(node.callee) === "RegExp") sources.built.push(file);
  if (node.type === "VariableDeclarator" && typeof toText(node.init) === "string")
    sources.constants.set(String(nameOf(node.id)), String(toText(node.init)));
  if (node.type === "Property" && nameOf(node.key) === "pattern" && !node.shorthand)
    notePattern(node.value, file, sources);
  for (const member of Object.values(node)) visit(member, file, sources);
}

/** Notes the pattern of a schema, which TypeBox compiles with the flag `u`. */
function notePattern(value: unknown, file: string, { expressions, named }: SourceExpressions): void {
  const source = toText(value);
  const name = nameOf(value);
  if (source !== undefined) expressions.push({ file, source, flags: "u" });
  else if (name !== undefined) named.push({ file, name });
}

function nameOf(value: unknown): string | undefined {
  const node = value as { type?: string; name?: string } | null | undefined;
  return node?.type === "Identifier" ? node.name : undefined;
}

function toText(value: unknown): string | undefined {
  const node = value as { type?: string; value?: unknown } | null | undefined;
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** The problem of an expression; null if its running time is linear in the length of the text. */
function firstProblem({ source, flags }: Pick<Expression, "source" | "flags">): string | null {
  const result = checkSync(withSmallBounds(source), flags, LIMITS);
  if (result.status === "safe") return null;
  return result.status === "vulnerable"
    ? `${result.complexity.summary}: ${result.attack.pattern}`
    : "unknown";
}

/** Reduces bounds, such as `{0,2000}` to `{0,3}`: large bounds slow the check down but do not change how running time grows. */
function withSmallBounds(source: string): string {
  return source.replace(/\{(\d+)(,?)(\d*)\}/g, (_, least: string, comma: string, most: string) => {
    const small = (bound: string) => (bound === "" ? "" : String(Math.min(Number(bound), 3)));
    return `{${small(least)}${comma}${small(most)}}`;
  });
}

describe("regular expressions", () => {
  const { expressions, built } = readSources();

  it("are found in sources and schemas", () => {
    const sources = new Set(expressions.map(({ source }) => source));
    expect(sources).toContain("^[\\w-]{8,64}$");
    expect(sources).toContain("^[\\w-]{1,100}$");
    expect(sources.size).toBeGreaterThan(120);
  });

  it("are classified by how their running time grows", () => {
    expect(firstProblem({ source: "\\/+$", flags: "" })).toContain("2nd degree polynomial");
    expect(firstProblem({ source: "^(a+)+$", flags: "" })).toContain("exponential");
    expect(firstProblem({ source: "^a+$", flags: "" })).toBeNull();
  });

  it("include all of PROVEN", () => {
    const sources = new Set(expressions.map(({ source }) => source));
    expect([...PROVEN].filter((source) => !sources.has(source))).toEqual([]);
  });

  it("run in linear time for any input", { timeout: 10 * ONE_MINUTE }, () => {
    const problemByPattern = new Map<string, string | null>();
    const unproven = IS_SOAK ? expressions : expressions.filter(({ source }) => !PROVEN.has(source));
    const problems = unproven.flatMap((expression) => {
      const written = `/${expression.source}/${expression.flags}`;
      if (!problemByPattern.has(written)) problemByPattern.set(written, firstProblem(expression));
      const problem = problemByPattern.get(written);
      return problem ? [`${expression.file}: ${written} (${problem})`] : [];
    });
    expect(problems).toEqual([]);
  });

  it("are literals, not built at runtime", () => {
    // From constants, and part of the measurement core, where literals would take more bytes.
    expect(built).toEqual(["packages/contract/src/visitor/describeBrowser.ts"]);
  });
});

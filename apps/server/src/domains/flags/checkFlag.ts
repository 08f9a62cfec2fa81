import { isDeepStrictEqual } from "node:util";
import {
  BOOLEAN_FLAGS,
  type FlagDefinition,
  type Json,
  SITE_BANNER_FLAG,
  type ValueType,
} from "@marquee/contract";
import { ApiError } from "../../platform/errors/apiError.ts";
import { conditionProblem } from "./targeting.ts";
import { CONTENT_PREFIX, REDIRECT_PREFIX, valueProblem } from "./valueProblem.ts";

/**
 * Checks what the schema cannot: values match the type, rule IDs are unique, schedules are in order, and prerequisites exist and are not
 * circular.
 * @param otherFlags every other flag.
 * @throws {ApiError} bad_request that names the problem and how to fix it.
 */
export function checkFlag(flag: FlagDefinition, otherFlags: readonly FlagDefinition[]): void {
  const { defaultValue, rules } = flag;
  checkBuiltIn(flag);
  checkValue(flag, defaultValue, "The default value");
  if (flag.key.startsWith(CONTENT_PREFIX) && !isDeepStrictEqual(defaultValue, {}))
    refuse(
      `Texts that everybody sees are published under Pages. Set the default value of ${flag.key} to {}.`,
    );
  const ids = new Set<string>();
  for (const [index, { id, value, targeting, from, to }] of rules.entries()) {
    const name = `Rule ${index + 1}`;
    if (ids.has(id)) refuse(`${name} has the same ID as an earlier rule (${id}). Rule IDs must be unique.`);
    ids.add(id);
    checkValue(flag, value, name);
    const problem = targeting.map(conditionProblem).find(Boolean);
    if (problem) refuse(`${name}: ${problem}`);
    if (from !== null && to !== null && from >= to) refuse(`${name} ends before it starts. Set a later end.`);
  }
  checkPrerequisites(flag, otherFlags);
}

/** @param name of the value in the error message. @throws {ApiError} bad_request */
export function checkValue(flag: Pick<FlagDefinition, "key" | "type">, value: Json, name: string): void {
  const problem = valueProblem(flag, value);
  if (problem) refuse(`${name}: ${problem}`);
}

function checkBuiltIn({ key, type, isArchived }: FlagDefinition): void {
  const expected = builtInType(key);
  if (expected === null) return;
  if (type !== expected)
    refuse(`The site expects a ${expected} value for ${key}. The type can't be changed.`);
  if (isArchived && isBuiltIn(key))
    refuse(`The site's code uses ${key}, so it can't be archived. Turn it off instead.`);
}

/** Whether the site's code reads the flag. */
export function isBuiltIn(key: string): boolean {
  return key === SITE_BANNER_FLAG || (BOOLEAN_FLAGS as readonly string[]).includes(key);
}

function builtInType(key: string): ValueType | null {
  if ((BOOLEAN_FLAGS as readonly string[]).includes(key)) return "boolean";
  if (key === SITE_BANNER_FLAG || key.startsWith(CONTENT_PREFIX)) return "json";
  return key.startsWith(REDIRECT_PREFIX) ? "string" : null;
}

function checkPrerequisites(flag: FlagDefinition, otherFlags: readonly FlagDefinition[]): void {
  const byKey = new Map([...otherFlags, flag].map((each) => [each.key, each]));
  for (const { prerequisites } of flag.rules) {
    for (const { flag: parent, value } of prerequisites) {
      const parentFlag = byKey.get(parent);
      if (!parentFlag || parentFlag.isArchived)
        refuse(
          `The prerequisite ${parent} of ${flag.key} does not exist or is archived. Choose another flag.`,
        );
      if (parentFlag && parentFlag.type !== "json" && typeof value !== parentFlag.type)
        refuse(`${parent} is a ${parentFlag.type} flag, so it can never be ${describe(value)}.`);
      if (parent === flag.key) refuse(`${flag.key} can't be its own prerequisite. Choose another flag.`);
      if (reaches(parent, flag.key, byKey))
        refuse(
          `${parent} already depends on ${flag.key}, and prerequisites can't be circular. Choose another flag.`,
        );
    }
  }
}

/** Whether `to` is `from` or one of its direct or indirect prerequisites. */
function reaches(from: string, to: string, byKey: ReadonlyMap<string, FlagDefinition>): boolean {
  const seen = new Set<string>();
  const waiting = [from];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (key === to) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    const rules = byKey.get(key)?.rules ?? [];
    waiting.push(...rules.flatMap(({ prerequisites }) => prerequisites.map(({ flag }) => flag)));
  }
  return false;
}

function describe(value: Json): string {
  if (value === null) return "nothing";
  if (typeof value === "object") return Array.isArray(value) ? "a list" : "an object";
  return `the ${typeof value} ${JSON.stringify(value)}`;
}

function refuse(message: string): never {
  throw new ApiError("bad_request", message);
}

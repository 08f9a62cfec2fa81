import { cutText, formatPointer, toWellFormed } from "@marquee/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../errors/apiError.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set by {@link ANY_TEXT} and {@link withAnyText}. */
    acceptsAnyText?: true;
  }
}

type Fault = "U+0000" | "half a character";

/** A text that PostgreSQL rejects: U+0000 in any column, half a character (a lone surrogate) in JSON. */
interface Unstorable {
  /** JSON pointer of the text, or of the object with a member of this name. */
  pointer: string;
  isName: boolean;
  fault: Fault;
}

/** A list or object within a value. */
interface Place {
  container: object;
  name: string | number;
  /** Null for the list around the value itself. */
  parent: Place | null;
}

const MAX_SHOWN = 200;

/** The text without U+0000, and with U+FFFD for half a character: for input of visitors and other programs, which must not be rejected. */
export function storableText(text: string): string {
  return toWellFormed(text.replaceAll("\0", ""));
}

/** A text in a JSON value that PostgreSQL rejects; null if there is none. Files and streams are not searched. */
export function findUnstorable(value: unknown): Unstorable | null {
  // Not recursive: a body may be nested deeper than the stack. The position is only computed for a match.
  const open: Place[] = [{ container: [value], name: "", parent: null }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { container } = place;
    const isList = Array.isArray(container);
    for (const name of isList ? container.keys() : Object.keys(container)) {
      const member = (container as Record<string | number, unknown>)[name];
      const ofName = isList ? null : faultOf(String(name));
      if (ofName) return { pointer: pointerOf(place), isName: true, fault: ofName };
      const fault = typeof member === "string" ? faultOf(member) : null;
      if (fault) return { pointer: pointerOf({ container: [], name, parent: place }), isName: false, fault };
      if (isContainer(member)) open.push({ container: member, name, parent: place });
    }
  }
  return null;
}

/** The problem and its position as a message. @param whole name of the searched value: "The body". */
export function describeUnstorable(whole: string, { pointer, isName, fault }: Unstorable): string {
  const where = pointer === "" ? whole : `${whole}'s ${shortName(pointer)}`;
  const what = fault === "U+0000" ? "U+0000" : "half a character (a lone surrogate)";
  return `${where} contains ${what}${isName ? " in a name" : ""}, which can't be stored. Remove it.`;
}

/** Names that clients choose, on one line of a message. */
export function shortName(name: string): string {
  return cutText(name, MAX_SHOWN).replace(/\p{C}+/gu, " ");
}

/**
 * Rejects requests with texts that PostgreSQL rejects, in path, query and body: 400 with the position. Applies to every route except
 * those with {@link ANY_TEXT}. Call it with the root instance, before routes are added.
 */
export function registerTextCheck(server: FastifyInstance): void {
  server.addHook("preValidation", (request, _reply, done) => {
    const isExempt = request.is404 || request.routeOptions.config.acceptsAnyText;
    const problem = isExempt ? null : problemOf(request);
    if (problem === null) done();
    else done(new ApiError("bad_request", problem));
  });
}

/** Options of a route that accepts any text, because no raw text reaches PostgreSQL: it is removed, hashed, or not stored there. */
export const ANY_TEXT = { config: { acceptsAnyText: true } } as const;

/** Applies {@link ANY_TEXT} to all routes that `addRoutes` adds. */
export function withAnyText(addRoutes: (scope: FastifyInstance) => unknown) {
  return async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, ...ANY_TEXT.config };
    });
    await addRoutes(scope);
  };
}

function problemOf({ params, query, body }: FastifyRequest): string | null {
  const parts = { "The path": params, "The query": query, "The body": body };
  for (const [whole, value] of Object.entries(parts)) {
    const problem = findUnstorable(value);
    if (problem) return describeUnstorable(whole, problem);
  }
  return null;
}

function faultOf(text: string): Fault | null {
  if (text.includes("\0")) return "U+0000";
  return isWellFormed(text) ? null : "half a character";
}

/** Every supported Node has it, but TypeScript's library for ES2023 does not. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}

/** Whether it is a list, or a plain object. */
function isContainer(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  // The parsers of queries and paths create objects with an empty prototype.
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function pointerOf(place: Place): string {
  const names: string[] = [];
  for (let each = place; each.parent?.parent; each = each.parent) names.push(String(each.name));
  return formatPointer(names.reverse());
}

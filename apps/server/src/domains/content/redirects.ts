import {
  findRedirectsProblem,
  isPlainPath,
  MAX_PATH_LENGTH,
  normalizePath,
  normalizeRedirects,
  type Redirect,
  type RedirectStatus,
  type Redirects,
  redirectProblem,
} from "@marquee/contract";
import type { ContentError } from "../../platform/errors/contentError.ts";
import { trimTrailingSlashes } from "../../platform/http/trimTrailingSlashes.ts";
import { REDIRECTS_FILE } from "./kinds/redirects.ts";
import { fileError } from "./readJsonFile.ts";

/** The response for a path without a page. */
interface RedirectAnswer {
  /** ID of the redirect. */
  id: string;
  status: RedirectStatus;
  /** Path or https URL with the visitor's query string; empty for 410. */
  location: string;
}

export type FindRedirect = (path: string, search: string) => RedirectAnswer | null;

/** @returns a function that finds the redirect of a path: the exact one, otherwise the one with the longest prefix. */
export function createFindRedirect(written: Redirects): FindRedirect {
  const redirects = normalizeRedirects(written);
  const byMatch = { exact: new Map<string, string>(), prefix: new Map<string, string>() };
  for (const [id, { match, from }] of Object.entries(redirects)) byMatch[match].set(from, id);
  return (requested, search) => {
    const path = trimTrailingSlashes(normalizePath(requested));
    const exact = byMatch.exact.get(path);
    const match = exact === undefined ? findPrefix(byMatch.prefix, path) : { id: exact, rest: "" };
    const redirect = match && redirects[match.id];
    if (!redirect) return null;
    const { status, to } = redirect;
    // What is appended must not become another host: "//evil.example" and "/\evil.example" are hosts to browsers.
    if (match.rest !== "" && !isPlainPath(path)) return null;
    return { id: match.id, status, location: status === 410 ? "" : locationOf(to, match.rest, search) };
  };
}

/** The redirect with the longest prefix of a path, and what follows the prefix: nothing, or a path. */
function findPrefix(
  prefixes: ReadonlyMap<string, string>,
  path: string,
): { id: string; rest: string } | null {
  if (prefixes.size === 0) return null;
  // No prefix is longer, so a long path costs no more.
  let end = path.length > MAX_PATH_LENGTH ? path.lastIndexOf("/", MAX_PATH_LENGTH) : path.length;
  for (; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const id = prefixes.get(path.slice(0, end));
    if (id !== undefined) return { id, rest: path.slice(end) };
  }
  return null;
}

/** A target with the appended path and the query strings of both. */
function locationOf(to: string, rest: string, search: string): string {
  const [, path = "", ownSearch = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(to) ?? [];
  const target = rest === "" ? path : trimTrailingSlashes(path) + rest;
  const requestedQuery = search.slice(1);
  const query =
    ownSearch && requestedQuery
      ? `${ownSearch}&${requestedQuery}`
      : ownSearch || (requestedQuery && `?${requestedQuery}`);
  return `${target}${query}${fragment}`;
}

interface CheckedRedirects {
  redirects: Redirects;
  /** One for each ignored redirect. */
  errors: ContentError[];
}

/** The redirects of a file that can be followed. */
export function keepValidRedirects(written: Redirects, isPage: (path: string) => boolean): CheckedRedirects {
  const errors: ContentError[] = [];
  const redirects: Record<string, Redirect> = { ...written };
  const leaveOut = (id: string, problem: string) => {
    delete redirects[id];
    errors.push(fileError(REDIRECTS_FILE, id, `${problem} This redirect is not used.`));
  };
  for (const [id, redirect] of Object.entries(written)) {
    const problem = redirectProblem(id, redirect);
    if (problem !== null) leaveOut(id, problem);
  }
  for (;;) {
    const wrong = findRedirectsProblem(redirects, isPage);
    if (!wrong) return { redirects, errors };
    leaveOut(wrong.ids.at(-1) ?? "", wrong.problem);
  }
}

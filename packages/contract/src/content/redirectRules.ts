import { isJsonObject, type Json } from "../kernel/json.ts";
import { toWellFormed } from "../kernel/text.ts";
import { displayPath, normalizePath, pathProblem } from "./pathProblem.ts";
import { MAX_REDIRECTS, REDIRECT_STATUSES, type Redirect, type Redirects } from "./redirects.ts";

/** Why some redirects conflict. */
interface RedirectsProblem {
  /** The affected redirects. */
  ids: string[];
  /** The member to change to fix it. */
  place: "from" | "to";
  problem: string;
}

const ID_PATTERN = /^[a-z0-9][a-z0-9-]{0,63}$/;
const MEMBERS = new Set(["from", "to", "match", "status", "external"]);
const MAX_TARGET_LENGTH = 2000;
/** Circles among more redirects are too expensive to prove harmless. */
const MAX_CIRCLE = 200;

/** Why a single redirect is wrong, and how to fix it; null if it is right. */
export function redirectProblem(id: string, value: Json): string | null {
  if (!ID_PATTERN.test(id)) return "The ID of a redirect has lowercase letters, digits and hyphens.";
  if (!isJsonObject(value)) return "This is not a redirect.";
  const unknown = Object.keys(value).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) return `${unknown} is unknown. A redirect has from, to, match and status.`;
  const { from = null, to = null, match, status, external = false } = value;
  if (match !== "exact" && match !== "prefix") return "The match is exact or prefix.";
  if (!REDIRECT_STATUSES.some((each) => each === status))
    return `The status is ${REDIRECT_STATUSES.slice(0, -1).join(", ")} or ${REDIRECT_STATUSES.at(-1)}.`;
  return (
    sourceProblem(from) ??
    targetProblem(to, { isPrefix: match === "prefix", isExternal: external === true, isGone: status === 410 })
  );
}

/** Why a redirect can't lead from `from`, and how to fix it; null if it can. */
export function sourceProblem(from: Json): string | null {
  return pathProblem(from) ?? (from === "/" ? "The home page can't be redirected." : null);
}

interface TargetOptions {
  isPrefix: boolean;
  /** Whether it may be another site. */
  isExternal: boolean;
  isGone: boolean;
}

/** Why a redirect can't lead to `to`, and how to fix it; null if it can. */
export function targetProblem(to: Json, { isPrefix, isExternal, isGone }: TargetOptions): string | null {
  if (isGone) return to === "" ? null : "A page that is gone (410) leads nowhere. Remove the target.";
  if (typeof to !== "string" || to === "") return "Enter where visitors are sent, such as /pricing.";
  if (to.length > MAX_TARGET_LENGTH) return `A target has at most ${MAX_TARGET_LENGTH} characters.`;
  if (isPrefix && /[?#]/.test(to))
    return "The rest of the path is appended to this target, so it can't have a query string or fragment.";
  if (!to.startsWith("/") || to.startsWith("//") || to.startsWith("/\\"))
    return externalProblem(to, isExternal);
  const path = to.split(/[?#]/, 1)[0] ?? "";
  const normalized = normalizeTarget(to);
  return pathProblem(path) ?? (isNormalized(normalized) ? null : notNormalized(normalized));
}

function externalProblem(to: string, isExternal: boolean): string | null {
  if (!isExternal)
    return "This leads to another site. Enter a path such as /pricing, or allow another site as target.";
  if (!to.startsWith("https://") || !URL.canParse(to))
    return "The address of another site starts with https://.";
  const { username, password, href } = new URL(to);
  if (username !== "" || password !== "") return "Leave out user name and password.";
  return href === to || href === `${to}/` ? null : notNormalized(href);
}

/** A redirect with its paths as they are stored and compared. */
function normalizeRedirect(redirect: Redirect): Redirect {
  return { ...redirect, from: normalizePath(redirect.from), to: normalizeTarget(redirect.to) };
}

/** All redirects with their paths as they are stored and compared. */
export function normalizeRedirects(redirects: Redirects): Redirects {
  return Object.fromEntries(Object.entries(redirects).map(([id, each]) => [id, normalizeRedirect(each)]));
}

/** A target with its path, query string and fragment encoded; the address of another site stays as it is. */
export function normalizeTarget(to: string): string {
  if (!to.startsWith("/")) return to;
  const [, path = "", suffix = ""] = /^([^?#]*)(.*)$/s.exec(to) ?? [];
  return (
    normalizePath(path) +
    suffix.replace(/\P{ASCII}+/gu, (letters) => encodeURIComponent(toWellFormed(letters)))
  );
}

/** Whether a browser on this site opens exactly this. */
function isNormalized(to: string): boolean {
  const { pathname, search, hash } = new URL(to, "https://site.invalid");
  return `${pathname}${search}${hash}` === to;
}

function notNormalized(address: string): string {
  const { pathname, search, hash, origin } = new URL(address, "https://site.invalid");
  const written = `${pathname}${search}${hash}`;
  return `Write it as browsers do: ${origin === "https://site.invalid" ? written : origin + written}`;
}

/**
 * The first reason why redirects can't be followed together: two with one source, one whose source is a page, or some that lead in a circle.
 * @param isPage whether visitors see a page at a path.
 */
export function findRedirectsProblem(
  written: Redirects,
  isPage: (path: string) => boolean,
): RedirectsProblem | null {
  const redirects = normalizeRedirects(written);
  const ids = Object.keys(redirects);
  if (ids.length > MAX_REDIRECTS)
    return {
      ids: ids.slice(MAX_REDIRECTS),
      place: "from",
      problem: `There can be at most ${MAX_REDIRECTS} redirects.`,
    };
  const idByRule = new Map<string, string>();
  for (const [id, { from, match }] of Object.entries(redirects)) {
    if (isPage(from))
      return {
        ids: [id],
        place: "from",
        problem: `${displayPath(from)} is a page. Redirect another path, or rename or hide the page first.`,
      };
    const other = idByRule.get(`${match} ${from}`);
    if (other !== undefined)
      return {
        ids: [other, id],
        place: "from",
        problem: `There is already a redirect from ${displayPath(from)}. Change that one instead.`,
      };
    idByRule.set(`${match} ${from}`, id);
  }
  return findCircle(redirects);
}

/**
 * A redirect that may follow another. `growth` is the number of segments by which the kept part of the path gets longer.
 */
interface Step {
  to: string;
  growth: number;
}

/**
 * Following redirects ends unless some form a cycle in which the path never gets shorter: `/old` to `/` as a prefix may be followed twice for
 * `/old/old/x`, but not forever. Does not check whether a visitor's path enters the cycle, so a few harmless sets are rejected.
 */
function findCircle(redirects: Redirects): RedirectsProblem | null {
  const steps = stepsOf(redirects);
  const involved = idsInCircles(steps);
  if (involved.length === 0) return null;
  const fail = (ids: string[]): RedirectsProblem => {
    const paths = ids.slice(0, 4).map((id) => displayPath(redirects[id]?.from ?? ""));
    const way = [...paths, ...(ids.length > 4 ? ["…"] : []), paths[0]].join(" → ");
    return { ids, place: "to", problem: `These redirects form a loop: ${way}. Change one of them.` };
  };
  if (involved.length > MAX_CIRCLE) return fail(involved);
  // The longest way to each redirect (Bellman and Ford). It is finite unless a cycle does not shrink. Each step counts a little, so that a cycle
  // without growth also grows.
  const scale = involved.length + 1;
  const length = new Map(involved.map((id) => [id, 0]));
  const previous = new Map<string, string>();
  for (let round = 0; round <= involved.length; round += 1) {
    let last: string | null = null;
    for (const id of involved)
      for (const { to, growth } of steps.get(id) ?? []) {
        const reached = (length.get(id) ?? 0) + growth * scale + 1;
        const currentLength = length.get(to);
        if (currentLength === undefined || reached <= currentLength) continue;
        length.set(to, reached);
        previous.set(to, id);
        last = to;
      }
    if (last === null) return null;
    if (round === involved.length) return fail(circleBefore(last, previous));
  }
  return null;
}

/** The cycle that is reached by following a redirect backward. */
function circleBefore(id: string, previous: ReadonlyMap<string, string>): string[] {
  const seen: string[] = [];
  let at = id;
  while (!seen.includes(at)) {
    seen.push(at);
    at = previous.get(at) ?? at;
  }
  return seen.slice(seen.indexOf(at)).reverse();
}

function stepsOf(redirects: Redirects): Map<string, Step[]> {
  const all = Object.entries(redirects).map(([id, redirect]) => ({
    id,
    redirect,
    from: segmentsOf(redirect.from),
  }));
  return new Map(
    all.map(({ id, redirect }) => {
      if (!redirect.to.startsWith("/")) return [id, []];
      const target = segmentsOf(redirect.to.split(/[?#]/, 1)[0] ?? "");
      const steps = all.flatMap((next) => {
        const growth = growthBetween(redirect, target, next);
        return growth === null ? [] : [{ to: next.id, growth }];
      });
      return [id, steps];
    }),
  );
}

/** @returns null if the second redirect can't follow the first. */
function growthBetween(
  { match }: Redirect,
  target: readonly string[],
  next: { redirect: Redirect; from: readonly string[] },
): number | null {
  const { from } = next;
  const shared = Math.min(target.length, from.length);
  for (let index = 0; index < shared; index += 1) if (target[index] !== from[index]) return null;
  const growth = target.length - from.length;
  if (growth > 0) return next.redirect.match === "prefix" ? growth : null;
  return growth === 0 || match === "prefix" ? growth : null;
}

function segmentsOf(path: string): string[] {
  return path === "/" ? [] : path.slice(1).split("/");
}

/** The redirects that lead back to themselves: the rest after repeatedly removing those without a successor or predecessor. */
function idsInCircles(steps: ReadonlyMap<string, readonly Step[]>): string[] {
  const left = new Map([...steps].map(([id, each]) => [id, each.map(({ to }) => to)]));
  for (;;) {
    const reached = new Set([...left.values()].flat());
    const ends = [...left].filter(([id, next]) => !reached.has(id) || !next.some((each) => left.has(each)));
    if (ends.length === 0) return [...left.keys()];
    for (const [id] of ends) left.delete(id);
  }
}

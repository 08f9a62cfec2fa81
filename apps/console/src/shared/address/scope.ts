import {
  DEFAULT_PERIOD,
  defaultRangeOf,
  type Period,
  parseComparison,
  parseDateRange,
  type QueryFilter,
} from "@marquee/contract";
import {
  canBeAlternative,
  type Filter,
  fromQueryFilter,
  readFilter,
  readSegment,
  toQueryFilter,
  writeFilter,
  writeSegment,
} from "./filters.ts";
import { ownHosts } from "./ownHosts.ts";

/** The date range and filters of screens. It is in the URL, and links to other screens keep it. */
export interface Scope extends Period {
  /** All of them must match. */
  filters: readonly Filter[];
  /** One of them must match, if there are any. */
  anyOf: readonly Filter[];
  /** IDs of saved segments, each once. All of them must match. */
  segments: readonly number[];
  /** Whether the figures include pages on hosts that do not belong to the site. */
  includesOtherHosts: boolean;
}

/** The part of a scope that selects visits. */
export type ScopeFilters = Pick<Scope, "filters" | "anyOf" | "segments">;

export const EVERYTHING: Scope = {
  ...DEFAULT_PERIOD,
  filters: [],
  anyOf: [],
  segments: [],
  includesOtherHosts: false,
};

const MAX_FILTERS = 20;

/** URL parameters of a scope: `range=7d&compare=year&weekdays=match&hosts=all&f=is,country,DE&f=is,segment,3&or=is,source,Google&or=is,channel,email`. */
export const SCOPE_PARAMS = ["range", "compare", "weekdays", "hosts", "f", "or"] as const;

export interface ReadScope {
  scope: Scope;
  /** Parameters that are ignored because they are malformed, as written in the URL. */
  ignored: readonly string[];
}

/**
 * Reads the scope from the URL. Missing and malformed parameters get their defaults.
 * @param path of the screen. @param search a query string.
 */
export function readScope(path: string, search: string): ReadScope {
  const params = new URLSearchParams(search);
  const ignored: string[] = [];
  const read = <Value>(name: string, parse: (text: string) => Value | null, fallback: Value): Value => {
    const text = params.get(name);
    if (text === null) return fallback;
    const value = parse(text);
    if (value === null) ignored.push(`${name}=${text}`);
    return value ?? fallback;
  };
  const segments = new Set<number>();
  const readFilters = (name: string) =>
    params.getAll(name).flatMap((text, index) => {
      const isAlternative = name === "or";
      const segment = index < MAX_FILTERS && !isAlternative ? readSegment(text) : null;
      if (segment !== null) {
        segments.add(segment);
        return [];
      }
      const parsed = index < MAX_FILTERS ? readFilter(text) : null;
      const filter = parsed && isAlternative && !canBeAlternative(parsed.dimension) ? null : parsed;
      if (!filter) ignored.push(`${name}=${text}`);
      return filter ?? [];
    });
  const scope: Scope = {
    range: read("range", parseDateRange, defaultRangeOf(path)),
    compare: read("compare", parseComparison, EVERYTHING.compare),
    matchesWeekdays: read("weekdays", (text) => (text === "match" ? true : null), false),
    filters: readFilters("f"),
    anyOf: readFilters("or"),
    segments: [...segments],
    includesOtherHosts: read("hosts", (text) => (text === "all" ? true : null), false),
  };
  return { scope, ignored };
}

/** Sets the scope in the parameters of the URL of the screen at `path`. Its defaults are left out, and other parameters kept. */
export function writeScope(path: string, params: URLSearchParams, scope: Scope): void {
  for (const name of SCOPE_PARAMS) params.delete(name);
  if (scope.range !== defaultRangeOf(path)) params.set("range", scope.range);
  if (scope.compare !== EVERYTHING.compare) params.set("compare", scope.compare);
  if (scope.matchesWeekdays) params.set("weekdays", "match");
  if (scope.includesOtherHosts) params.set("hosts", "all");
  for (const filter of scope.filters) params.append("f", writeFilter(filter));
  for (const segment of scope.segments) params.append("f", writeSegment(segment));
  for (const filter of scope.anyOf) params.append("or", writeFilter(filter));
}

/** The filters of a screen's figures, as in a query: the scope's filters, and the site's own hosts by default. */
export function scopeFilters(scope: Scope): QueryFilter[] {
  const hosts = scope.includesOtherHosts || namesHosts(scope) ? [] : ownHosts();
  return [...queryFilters(scope), ...(hosts.length > 0 ? [["is", HOST, hosts] as const] : [])];
}

const HOST = "event:hostname";

/** Whether a filter selects hosts. */
export function namesHosts({ filters, anyOf }: Pick<Scope, "filters" | "anyOf">): boolean {
  return [...filters, ...anyOf].some(({ dimension }) => dimension === HOST);
}

/** The scope's filters as in a query. */
export function queryFilters({ filters, anyOf, segments }: ScopeFilters): QueryFilter[] {
  const any = anyOf.map(toQueryFilter);
  return [
    ...filters.map(toQueryFilter),
    ...(any.length > 0 ? [["or", any] as const] : []),
    ...segments.map((id) => ["is", "segment", [id]] as const),
  ];
}

/**
 * Filters of a query as a scope; null if a scope cannot represent them, for example because they are nested more
 * deeply.
 */
export function readQueryFilters(
  queryFilters: readonly QueryFilter[],
): Omit<ScopeFilters, "segments"> | null {
  const filters: Filter[] = [];
  let anyOf: Filter[] | null = null;
  for (const each of queryFilters) {
    const [operator, alternatives] = each;
    if (operator === "or") {
      const read = (alternatives as readonly QueryFilter[]).map(fromQueryFilter);
      const supported = read.filter((filter) => filter !== null && canBeAlternative(filter.dimension));
      if (anyOf !== null || supported.length < read.length || read.length === 0) return null;
      anyOf = supported as Filter[];
    } else {
      const filter = fromQueryFilter(each);
      if (!filter) return null;
      filters.push(filter);
    }
  }
  return { filters, anyOf: anyOf ?? [] };
}

/** The scope with a filter added to `filters`, unless it is already there. */
export function withFilter(scope: Scope, filter: Filter): Scope {
  const text = writeFilter(filter);
  const isThere = scope.filters.some((each) => writeFilter(each) === text);
  return isThere ? scope : { ...scope, filters: [...scope.filters, filter] };
}

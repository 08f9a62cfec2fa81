import { matchesPath, type SiteBannerConfig } from "@marquee/contract";

/** Whether the banner's paths let it show on a page, and the pattern that decided; null where none did. */
export interface PathDecision {
  isShown: boolean;
  pattern: string | null;
}

/** What leaves a page out comes before what takes it in (specification, section 3). */
export function decidePath(
  { paths, excludedPaths }: Pick<SiteBannerConfig, "paths" | "excludedPaths">,
  path: string,
): PathDecision {
  const matches = (pattern: string) => matchesPath(pattern, path);
  const excluding = excludedPaths.find(matches);
  if (excluding !== undefined) return { isShown: false, pattern: excluding };
  const including = paths.find(matches);
  return { isShown: including !== undefined, pattern: including ?? null };
}

/** The decision as a sentence. */
export function decisionText({ isShown, pattern }: PathDecision, path: string): string {
  if (isShown) return `It shows on ${path}: the path ${pattern} takes it in.`;
  if (pattern === null) return `It does not show on ${path}: no path takes it in.`;
  return `It does not show on ${path}: the exception ${pattern} leaves it out.`;
}

import { matchesPath, type SiteBannerConfig } from "@marquee/contract";
import { Field } from "@marquee/ui";
import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";

/** Whether the banner shows on a page, and the pattern that decided; null if none matched. */
interface PathMatch {
  isShown: boolean;
  pattern: string | null;
}

/** Tests whether the banner shows on a page, and which pattern decides. Uses the form's values, saved or not. */
export function PathTester({ config }: { config: SiteBannerConfig }) {
  const [path, setPath] = useState("/pricing");
  const decision = matchBannerPath(config, path);
  const Icon = decision.isShown ? CircleCheck : CircleX;
  return (
    <aside aria-labelledby="path-tester" className="min-w-0 border-hairline border-t pt-5 lg:sticky lg:top-6">
      <h2 id="path-tester" className="mb-3 font-semibold">
        Test a page
      </h2>
      <Field
        label="Path or address"
        value={path}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setPath(target.value)}
      />
      <p
        role="status"
        className="mt-3 grid min-h-16 grid-cols-[1.25rem_1fr] gap-2 rounded-md bg-surface-sunken p-3"
      >
        <Icon
          aria-hidden="true"
          className={`mt-0.5 size-4 ${decision.isShown ? "text-leaf" : "text-ink-muted"}`}
        />
        <span className="wrap-anywhere">{pathMatchText(decision, path || "/")}</span>
      </p>
    </aside>
  );
}

/** Excluded paths take precedence over paths (specification, section 3). */
export function matchBannerPath(
  { paths, excludedPaths }: Pick<SiteBannerConfig, "paths" | "excludedPaths">,
  path: string,
): PathMatch {
  const matches = (pattern: string) => matchesPath(pattern, path);
  const excluding = excludedPaths.find(matches);
  if (excluding !== undefined) return { isShown: false, pattern: excluding };
  const including = paths.find(matches);
  return { isShown: including !== undefined, pattern: including ?? null };
}

/** The decision as a sentence. */
export function pathMatchText({ isShown, pattern }: PathMatch, path: string): string {
  if (isShown) return `Shown on ${path}: it matches ${pattern}.`;
  if (pattern === null) return `Not shown on ${path}: no path matches.`;
  return `Not shown on ${path}: excluded by ${pattern}.`;
}

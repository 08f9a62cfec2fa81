import { DEFAULT_LOCALE, displayPath, linkProblem, normalizePath } from "@marquee/contract";
import type { ContentItemSummary } from "@marquee/contract/schema";
import type { InputAttributes } from "./inputAttributes.ts";
import { SuggestingInput } from "./SuggestingInput.tsx";
import { useContentList } from "./useContentList.ts";

interface LinkInputProps {
  common: InputAttributes;
  className: string;
  value: string;
  onChange: (href: string) => void;
}

/** The target of a link: a page of the site, from suggestions, or an address. */
export function LinkInput({ common, className, value, onChange }: LinkInputProps) {
  const content = useContentList();
  const items = content.data?.items;
  const note = `${common.id}-note`;
  return (
    <>
      <SuggestingInput
        common={{ ...common, "aria-describedby": `${common["aria-describedby"]} ${note}` }}
        className={className}
        inputMode="url"
        value={value}
        suggestions={pagesIn(items ?? [])}
        onChange={onChange}
      />
      <p id={note} role="status" className="mt-1 text-ink-muted text-xs empty:hidden">
        {items && missingPage(value, items)}
      </p>
    </>
  );
}

/** The pages of the site by the paths that links use, in every language. */
function pagesIn(items: readonly ContentItemSummary[]): [path: string, title: string][] {
  const pages = items.flatMap(({ locale, path, isShared, isHidden, title }): [string, string][] =>
    locale === DEFAULT_LOCALE && path !== null && !isShared && isHidden !== true ? [[path, title]] : [],
  );
  return [...new Map(pages)].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Says that a valid link leads to no page, which may be on purpose: a redirect, or a page that is not written yet. */
export function missingPage(href: string, items: readonly Pick<ContentItemSummary, "path">[]): string {
  const [path = ""] = href.split(/[?#]/, 1);
  if (!path.startsWith("/") || linkProblem(href) !== null) return "";
  const isPage = items.some((item) => item.path === normalizePath(path));
  return isPage ? "" : `The site has no page ${displayPath(path)} yet.`;
}

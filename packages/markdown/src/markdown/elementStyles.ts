import type { ContentElement, ContentTag } from "@marquee/contract";
import clsx from "clsx";
import type { ReactNode } from "react";

/** Props of components that render a content element; `children` are already rendered. */
export interface ContentElementProps {
  element: ContentElement;
  children: ReactNode;
}

/** Classes of the elements of a text, for markdown and rich text. Sizes and colors are design tokens. */
const STYLES: Partial<Record<ContentTag, string>> = {
  p: "mt-5 first:mt-0",
  h2: "mt-14 scroll-mt-24 font-display font-semibold text-[1.75rem] leading-tight tracking-tight first:mt-0",
  h3: "mt-10 scroll-mt-24 font-display font-semibold text-title first:mt-0",
  h4: "mt-8 scroll-mt-24 font-semibold first:mt-0",
  h5: "mt-6 scroll-mt-24 font-semibold text-sm first:mt-0",
  h6: "mt-6 scroll-mt-24 font-medium text-ink-muted text-sm first:mt-0",
  ul: "mt-5 list-disc space-y-2 pl-6 first:mt-0 marker:text-accent",
  ol: "mt-5 list-decimal space-y-2 pl-6 first:mt-0 marker:text-ink-muted marker:tabular-nums",
  sup: "scroll-mt-24",
  li: "scroll-mt-24 pl-1 has-[>svg]:-ml-6 has-[>svg]:list-none",
  div: "[&[data-footnotes]]:mt-14 [&[data-footnotes]]:border-hairline [&[data-footnotes]]:border-t [&[data-footnotes]]:pt-6 [&[data-footnotes]]:text-ink-muted [&[data-footnotes]]:text-sm",
  dl: "mt-5 first:mt-0",
  dt: "mt-4 font-medium first:mt-0",
  dd: "mt-1 text-ink-muted",
  blockquote: "mt-6 border-accent border-l-2 pl-5 text-ink-muted first:mt-0",
  hr: "my-12 border-hairline border-t",
  pre: "mt-6 overflow-x-auto rounded-md border border-hairline bg-surface-sunken px-4 py-3 font-mono text-sm leading-relaxed first:mt-0",
  table: "w-full min-w-136 border-collapse text-left text-sm",
  thead: "border-control/60 border-b",
  tr: "border-hairline border-b last:border-b-0",
  th: "px-3 py-2.5 align-bottom font-medium first:pl-0 last:pr-0",
  td: "px-3 py-2.5 align-top first:pl-0 last:pr-0",
  figure: "mt-8 first:mt-0",
  figcaption: "mt-3 text-ink-muted text-sm",
  details: "mt-5 border-hairline border-y py-3 first:mt-0",
  summary: "font-medium",
  em: "italic [font-synthesis:style]",
  code: "rounded-sm bg-surface-sunken px-1 py-0.5 font-mono text-[0.9em] in-[pre]:bg-transparent in-[pre]:p-0 in-[pre]:text-[1em]",
  kbd: "rounded-sm border border-control/50 bg-surface px-1.5 py-0.5 font-mono text-[0.85em]",
  mark: "rounded-[2px] bg-sun px-0.5 text-on-sun",
  abbr: "cursor-help underline decoration-dotted underline-offset-4",
};

const ALIGNMENTS: Readonly<Record<string, string>> = {
  center: "text-center",
  right: "text-right tabular-nums",
};

/** Classes of an element; `align` is the alignment of a table cell. */
export function elementStyles(tag: ContentTag, align?: unknown): string | undefined {
  return clsx(STYLES[tag], typeof align === "string" && ALIGNMENTS[align]) || undefined;
}

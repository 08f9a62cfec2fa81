import type { SourcePlace } from "@marquee/contract/schema";
import clsx from "clsx";

/** Lines of the source around the one where it was thrown. */
export function SourceContext({ place: { file, line, context } }: { place: SourcePlace }) {
  if (context.length === 0) return null;
  return (
    <figure className="rounded-sm bg-surface-sunken py-2 text-xs leading-relaxed">
      <figcaption className="px-3 pb-1 text-ink-muted">{file}</figcaption>
      <pre>
        {context.map((each) => (
          <span
            key={each.line}
            className={clsx("flex gap-3 px-3", each.line === line && "bg-clay/15 font-medium")}
            {...(each.line === line && { "aria-current": "location" as const })}
          >
            <span className="w-10 shrink-0 select-none text-right text-ink-muted tabular-nums">
              {each.line}
            </span>
            <span className="wrap-anywhere min-w-0 whitespace-pre-wrap">{each.text}</span>
          </span>
        ))}
      </pre>
    </figure>
  );
}

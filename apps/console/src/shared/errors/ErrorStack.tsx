import type { SourcePlace, StackLine } from "@marquee/contract/schema";
import clsx from "clsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { stackText } from "./errorTexts.ts";

/** A stack trace with source locations, the source around the innermost frame, and the browser's own text. */
export function ErrorStack({ lines }: { lines: readonly StackLine[] }) {
  const innermost = lines.find(({ source }) => source !== null)?.source;
  if (lines.length === 0) {
    return (
      <p className="text-ink-muted">
        No stack trace: the thrown value is not an Error, or comes from another site's script.
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-medium">Stack</span>
        <CopyButton text={stackText(lines)} label="Copy stack trace" />
      </p>
      {innermost && <SourceContext place={innermost} />}
      <ol aria-label="Stack" className="rounded-sm bg-surface-sunken p-3 font-mono text-xs leading-relaxed">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move.
          <Frame key={index} line={line} />
        ))}
      </ol>
      {!innermost && (
        <p className="text-ink-muted text-xs">
          No source maps: these scripts belong to another site, or to a build this server never served.
        </p>
      )}
    </div>
  );
}

function Frame({ line: { text, source } }: { line: StackLine }) {
  if (!source) return <li className="wrap-anywhere whitespace-pre-wrap">{text}</li>;
  const { functionName, file, line, column } = source;
  return (
    <li className="wrap-anywhere py-0.5 pl-4">
      <span className="font-medium">{functionName || "(no name)"}</span>{" "}
      <span>
        {file}:{line}:{column}
      </span>
      <span className="block text-ink-muted">{text.trim()}</span>
    </li>
  );
}

/** Source lines around the location. */
function SourceContext({ place: { file, line, context } }: { place: SourcePlace }) {
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

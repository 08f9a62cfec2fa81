import type { StackLine } from "@marquee/contract/schema";
import { CopyButton } from "../CopyButton.tsx";
import { SourceContext } from "./SourceContext.tsx";
import { stackText } from "./stackText.ts";

/** A stack as it was written, with the source around the innermost line, and as the browser told it. */
export function ErrorStack({ lines }: { lines: readonly StackLine[] }) {
  const innermost = lines.find(({ source }) => source !== null)?.source;
  if (lines.length === 0) {
    return (
      <p className="text-ink-muted">
        The browser told no stack: what was thrown is no Error, or comes from another site's script.
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-medium">Stack</span>
        <CopyButton text={stackText(lines)} label="Copy the stack" />
      </p>
      {innermost && <SourceContext place={innermost} />}
      <ol className="rounded-sm bg-surface-sunken p-3 font-mono text-xs leading-relaxed">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
          <Frame key={index} line={line} />
        ))}
      </ol>
      {!innermost && (
        <p className="text-ink-muted text-xs">
          No source map of these scripts is kept: they are another site's, or of a build that this server
          never served.
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

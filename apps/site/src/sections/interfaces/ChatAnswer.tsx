import { FileText } from "lucide-react";
import type { Exchange } from "./chatScript.ts";

/** A question and as much of its answer as has come: first what Brain reads, then part by part, then the source. */
export function ChatAnswer({ exchange, shown }: { exchange: Exchange; shown: number }) {
  const isComplete = shown >= exchange.answer.length;
  return (
    <li className="grid gap-2.5">
      <p className="max-w-[85%] justify-self-end rounded-md rounded-br-none bg-surface-sunken px-3.5 py-2">
        {exchange.question}
      </p>
      <div className="mr-6 grid gap-2 border-accent border-l-2 py-0.5 pl-3.5">
        <p className="text-accent-strong text-xs">
          {exchange.looksIn}
          {!isComplete && " …"}
        </p>
        {exchange.answer.slice(0, shown).map((part) => (
          <AnswerPart key={String(part)} part={part} />
        ))}
        {isComplete && (
          <a
            href={exchange.source.href}
            className="appears flex items-center gap-1.5 justify-self-start text-accent-strong text-xs underline-offset-3 hover:underline"
          >
            <FileText aria-hidden="true" className="size-3.5" />
            Source: {exchange.source.label}
          </a>
        )}
      </div>
    </li>
  );
}

function AnswerPart({ part }: { part: Exchange["answer"][number] }) {
  if (typeof part === "string") return <p className="appears">{part}</p>;
  return (
    <ul className="appears list-disc pl-5">
      {part.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

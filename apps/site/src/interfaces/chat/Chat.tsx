import { Button } from "@marquee/ui";
import { FileText, RotateCcw, SkipForward } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { PageText } from "../../blocks/PageText.tsx";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { useSite } from "../../site/siteContext.tsx";
import { Frame } from "../Frame.tsx";
import { useInView } from "../useInView.ts";
import { useSamples } from "../useSamples.ts";
import { type Exchange, type ExchangeId, exchangesOf, isAnswering, useConversation } from "./conversation.ts";

/**
 * A scripted conversation with Brain, labeled as such. The questions stay in place, so that they keep the focus. The answers scroll in a
 * container of fixed height, so that nothing on the page shifts.
 */
export function Chat({ first = "launch" }: { first?: ExchangeId }) {
  const window = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const { chat, scripted } = useSamples();
  const { locale } = useSite();
  const exchanges = useMemo(() => exchangesOf(chat, locale), [chat, locale]);
  const { conversation, ...actions } = useConversation(
    exchanges.find(({ id }) => id === first) as Exchange,
    useInView(window),
  );
  const { history, visibleParts } = conversation;
  const initial = useRef(conversation);
  const isBusy = isAnswering(conversation);
  useEffect(() => {
    // The initial answer starts at its beginning; each new part scrolls into view.
    if (conversation === initial.current) return;
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [conversation]);

  return (
    <div ref={window} data-accent="iris">
      <Frame label={chat.label} place={chat.place} note={scripted}>
        <div
          ref={log}
          role="log"
          aria-label={chat.log}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
          tabIndex={0}
          className="h-76 overflow-y-auto overscroll-contain px-5 py-5 text-sm"
        >
          <ol className="grid gap-6">
            {history.map((exchange, index) => (
              <ChatAnswer
                key={exchange.id}
                exchange={exchange}
                visibleParts={index === history.length - 1 ? visibleParts : exchange.answer.length}
              />
            ))}
          </ol>
        </div>
        <div className="border-hairline border-t px-5 py-3.5">
          <div className="flex items-center justify-between gap-4">
            <PageText className="text-ink-muted text-xs">{chat.choose}</PageText>
            <Button variant="tertiary" size="sm" onClick={isBusy ? actions.skip : actions.replay}>
              {isBusy ? (
                <SkipForward aria-hidden="true" className="size-3.5" />
              ) : (
                <RotateCcw aria-hidden="true" className="size-3.5" />
              )}
              {isBusy ? chat.skip : chat.replay}
            </Button>
          </div>
          <Questions exchanges={exchanges} isAsked={(id) => history.at(-1)?.id === id} onAsk={actions.ask} />
        </div>
      </Frame>
    </div>
  );
}

interface QuestionsProps {
  exchanges: readonly Exchange[];
  isAsked: (id: string) => boolean;
  onAsk: (exchange: Exchange) => void;
}

function Questions({ exchanges, isAsked, onAsk }: QuestionsProps) {
  return (
    <ul className="mt-1 grid gap-x-4 sm:grid-cols-2">
      {exchanges.map((exchange) => (
        <li key={exchange.id} className="border-hairline border-t">
          <button
            type="button"
            aria-pressed={isAsked(exchange.id)}
            onClick={() => onAsk(exchange)}
            className="w-full py-2.5 text-left text-sm hover:text-accent aria-pressed:text-accent"
          >
            {exchange.question}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A question with the visible part of its answer: first what Brain reads, then part by part, then the source. */
function ChatAnswer({ exchange, visibleParts }: { exchange: Exchange; visibleParts: number }) {
  const { chat } = useSamples();
  const isComplete = visibleParts >= exchange.answer.length;
  return (
    <li className="grid gap-2.5">
      <PageText className="max-w-[85%] justify-self-end rounded-md rounded-br-none bg-surface-sunken px-3.5 py-2">
        {exchange.question}
      </PageText>
      <div className="mr-6 grid gap-2 border-accent border-l-2 py-0.5 pl-3.5">
        <PageText className="text-accent-strong text-xs">
          {exchange.looksIn}
          {!isComplete && " …"}
        </PageText>
        {exchange.answer.slice(0, visibleParts).map((part) => (
          <AnswerPart key={String(part)} part={part} />
        ))}
        {isComplete && (
          <a
            href={exchange.source.href}
            className="appears flex items-center gap-1.5 justify-self-start text-accent-strong text-xs underline-offset-3 hover:underline"
          >
            <FileText aria-hidden="true" className="size-3.5" />
            {fillTemplate(chat.source, { source: exchange.source.label })}
          </a>
        )}
      </div>
    </li>
  );
}

function AnswerPart({ part }: { part: Exchange["answer"][number] }) {
  if (typeof part === "string") return <PageText className="appears">{part}</PageText>;
  return (
    <ul className="appears list-disc pl-5">
      {part.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

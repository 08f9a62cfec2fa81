import type { LeadKind } from "@marquee/contract";
import { Button, ButtonLink } from "@marquee/ui";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import type { LeadFormCopy } from "../copy/copy.ts";
import { fillTemplate } from "../copy/fillTemplate.ts";

interface ConfirmationProps {
  kind: LeadKind;
  email: string;
  meetingUrl: string | null;
  copy: LeadFormCopy["sent"];
  headingLevel: 2 | 3;
  /** Starts a new form; null without script. */
  onRestart: (() => void) | null;
}

/** Shown after a form was sent: the next steps, and a link to book a meeting if there is one. The heading receives focus. */
export function Confirmation({ kind, email, meetingUrl, copy, headingLevel, onRestart }: ConfirmationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Heading = `h${headingLevel}` as const;
  const { title, text } = copy[kind];
  return (
    <div id="sent" className="grid justify-items-start gap-4">
      <Check aria-hidden="true" className="size-10 rounded-sm bg-accent-soft p-2 text-accent" />
      <Heading ref={heading} tabIndex={-1} className="font-display text-title">
        {title}
      </Heading>
      <p className="max-w-prose text-ink-muted [overflow-wrap:anywhere]">{fillTemplate(text, { email })}</p>
      {meetingUrl && <Meeting url={meetingUrl} copy={copy.meeting} />}
      {onRestart && (
        <Button variant="tertiary" size="sm" className="-ml-3.5" onClick={onRestart}>
          {copy.again}
        </Button>
      )}
    </div>
  );
}

function Meeting({ url, copy }: { url: string; copy: LeadFormCopy["sent"]["meeting"] }) {
  return (
    <>
      <p className="max-w-prose text-ink-muted">{copy.text}</p>
      <ButtonLink href={url} opensNewTab iconStart="calendar" tracking={{ linkTitle: copy.action }}>
        {copy.action}
        <span className="sr-only"> ({copy.newTab})</span>
      </ButtonLink>
    </>
  );
}

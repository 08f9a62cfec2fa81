import type { LeadAnswer, LeadKind } from "@marquee/contract";
import { Button, ButtonLink } from "@marquee/ui";
import { CalendarDays, Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { LeadFormCopy } from "../copy/copy.ts";
import { fillTemplate } from "../copy/fillTemplate.ts";

interface ConfirmationProps {
  kind: LeadKind;
  email: string;
  meeting: LeadAnswer;
  copy: LeadFormCopy["sent"];
  headingLevel: 2 | 3;
  /** Starts a new form; null without script. */
  onRestart: (() => void) | null;
}

/** Shown after a form was sent: the next steps, and a link to book a meeting if there is one. The heading receives focus. */
export function Confirmation({ kind, email, meeting, copy, headingLevel, onRestart }: ConfirmationProps) {
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
      {meeting.meetingUrl && (
        <Meeting url={meeting.meetingUrl} frameUrl={meeting.meetingFrameUrl} copy={copy.meeting} />
      )}
      {onRestart && (
        <Button variant="tertiary" size="sm" className="-ml-3.5" onClick={onRestart}>
          {copy.again}
        </Button>
      )}
    </div>
  );
}

interface MeetingProps {
  url: string;
  frameUrl: string | null;
  copy: LeadFormCopy["sent"]["meeting"];
}

/** A link to the booking page, or a button that shows it here: nothing is loaded from there before the visitor asks for it. */
function Meeting({ url, frameUrl, copy }: MeetingProps) {
  const [isOpen, setOpen] = useState(false);
  const icon = <CalendarDays aria-hidden="true" className="size-4" />;
  if (frameUrl && isOpen) {
    return (
      <iframe
        src={frameUrl}
        title={copy.action}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        className="h-[42rem] w-full rounded-sm border border-hairline bg-surface"
      />
    );
  }
  return (
    <>
      <p className="max-w-prose text-ink-muted">{copy.text}</p>
      {frameUrl ? (
        <Button onClick={() => setOpen(true)}>
          {icon}
          {copy.action}
        </Button>
      ) : (
        <ButtonLink href={url} opensNewTab>
          {icon}
          {copy.action}
          <span className="sr-only"> ({copy.newTab})</span>
        </ButtonLink>
      )}
    </>
  );
}

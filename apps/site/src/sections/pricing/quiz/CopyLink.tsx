import { Button } from "@marquee/ui";
import { useState } from "react";
import type { PlanQuizCopy } from "./PlanQuizCopy.ts";

interface CopyLinkProps {
  link: string;
  copy: PlanQuizCopy["result"];
}

/** Copies a link and says so. Where the clipboard is closed to the page, the link shows instead, to be copied by hand. */
export function CopyLink({ link, copy }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<"none" | "copied" | "refused">("none");
  const onCopy = () =>
    copyText(link).then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3">
      <Button variant="secondary" size="sm" onClick={onCopy}>
        {copy.copy}
      </Button>
      <span role="status" className="text-ink-muted text-sm">
        {outcome === "copied" && copy.copied}
      </span>
      {outcome === "refused" && (
        <input
          readOnly
          value={link}
          aria-label={copy.link}
          onFocus={({ target }) => target.select()}
          className="h-9 w-full rounded-sm border border-control bg-surface px-2 text-sm"
        />
      )}
    </div>
  );
}

/** @throws where there is no clipboard (an insecure address) or the visitor does not allow it. */
async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

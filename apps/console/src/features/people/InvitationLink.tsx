import type { InvitationAnswer } from "@marquee/contract/schema";
import { useEffect, useRef } from "react";
import { formatPrecise } from "../../shared/format/format.ts";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";

/** The link of an invitation, the one time that it is shown. */
export function InvitationLink({ invitation, email }: { invitation: InvitationAnswer; email: string }) {
  const box = useRef<HTMLElement>(null);
  const { url, expiresAt } = invitation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new link is shown to the keyboard.
  useEffect(() => box.current?.focus(), [url]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={`Link for ${email}`}
      className="mt-4 border-leaf border-l-2 bg-leaf-soft px-4 py-3 outline-none"
    >
      <p className="font-medium">Send this link to {email}. It is shown only now.</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="wrap-anywhere min-w-0 flex-1 basis-72 text-xs">{url}</code>
        <CopyButton text={url} label="Copy the link" />
      </div>
      <p className="mt-1 text-ink-muted text-xs">It works once, until {formatPrecise(expiresAt)}.</p>
    </section>
  );
}

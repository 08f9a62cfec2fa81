import type { PreviewLinkLifetime } from "@marquee/contract/schema";
import { Button, Field, SelectField } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import type { PreviewState } from "../../shared/preview/previewState.ts";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { InlineError } from "../../shared/ui/states.tsx";

const LIFETIMES = [
  ["hour", "1 hour"],
  ["day", "24 hours"],
  ["week", "7 days"],
] as const;

/** Creates a preview link that works without an account for the chosen time. */
export function PreviewLinkDialog({
  state: { path, choices },
  onDismiss,
}: {
  state: PreviewState;
  onDismiss: () => void;
}) {
  const [lifetime, setLifetime] = useState<PreviewLinkLifetime>("day");
  const create = useMutation({
    mutationFn: () => request("POST /content/preview/links", { body: { choices, page: path, lifetime } }),
  });
  const url = create.data && location.origin + create.data.path;
  return (
    <Dialog isOpen onDismiss={onDismiss} title="Copy link" closeLabel="Close">
      <div className="grid gap-4">
        <p className="text-ink-muted">
          Anyone with the link sees this preview without an account, below a strip that says what it shows and
          who made it. It ends when it expires or is revoked, or when your account is removed.
        </p>
        <SelectField
          label="The link works for"
          value={lifetime}
          choices={LIFETIMES}
          onChange={({ target }) => {
            setLifetime(target.value as PreviewLinkLifetime);
            create.reset();
          }}
        />
        <InlineError error={create.error} />
        {url ? (
          <div className="grid gap-1">
            <div className="flex items-end gap-2">
              <div className="min-w-0 flex-1">
                <Field label="Link" readOnly value={url} onFocus={({ target }) => target.select()} />
              </div>
              <CopyButton text={url} label="Copy the link" />
            </div>
            <p role="status" className="text-ink-muted text-xs">
              Copy the link now. You won't see it again.
            </p>
          </div>
        ) : (
          <div>
            <Button size="sm" disabled={create.isPending} onClick={() => create.mutate()}>
              Create link
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

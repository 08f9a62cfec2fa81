import { may } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { type ReactNode, useCallback, useState } from "react";
import { useFilters } from "../../shared/address/useFilters.ts";
import { type JustPublished, PublishedNotice } from "../../shared/changes/PublishedNotice.tsx";
import { FilterSelect } from "../../shared/filters/filters.tsx";
import type { Account } from "../../shared/ui/screen.tsx";
import { PublishDialog } from "./PublishDialog.tsx";

interface PublishingOptions {
  /** ID of the draft; null for what is published. */
  draft: number | null;
  /** Opens another draft. Called with null once this one is published: it no longer is one. */
  open: (draft: null) => void;
  /** Who publishes, or asks for it. */
  account: Account;
  /** Stores what is typed. Resolves once that is done. */
  flush?: () => Promise<unknown>;
}

/** What a screen that edits a draft shows to publish it. */
export interface DraftPublishing {
  button: ReactNode;
  /** Says that it is published, with a button to take that back. */
  notice: ReactNode;
  dialog: ReactNode;
}

/** Publishes a draft, or asks an editor to. */
export function usePublishing(options: PublishingOptions): DraftPublishing {
  const { draft, open, account, flush } = options;
  const mayPublish = may(account.role, "publish");
  const [isOpen, setOpen] = useState(false);
  const [published, setPublished] = useState<JustPublished>(null);
  const [isAsked, setAsked] = useState(false);
  const openDialog = async () => {
    setAsked(false);
    await flush?.();
    setOpen(true);
  };
  const close = () => setOpen(false);
  return {
    button: (
      <Button size="sm" disabled={draft === null} onClick={() => void openDialog()}>
        {mayPublish ? "Publish" : "Ask to publish"}
      </Button>
    ),
    notice: (
      <>
        <PublishedNotice published={published} onTakenBack={() => setPublished("taken back")} />
        <div role="status" className="mt-3 empty:mt-0">
          {isAsked && (
            <p className="border-leaf border-l-4 bg-leaf-soft px-3 py-2">
              Ready to publish. Editors see that on Pages. If the draft is changed, ask again.
            </p>
          )}
        </div>
      </>
    ),
    dialog: isOpen && draft !== null && (
      <PublishDialog
        draft={draft}
        mayPublish={mayPublish}
        onAsked={() => {
          close();
          setAsked(true);
        }}
        onPublished={(publication) => {
          close();
          setPublished(publication);
          open(null);
        }}
        onScheduled={close}
        onDismiss={close}
      />
    ),
  };
}

interface DraftBarProps {
  draft: number | null;
  /** Undefined while they load. */
  drafts: readonly { id: number; name: string }[] | undefined;
  onChange: (draft: number | null) => void;
  /** Whether what is typed is saved. */
  saving?: ReactNode;
  /** What can be done with the draft. */
  children: ReactNode;
}

/** The draft that a screen edits, in its header. */
export function DraftBar({ draft, drafts, onChange, saving, children }: DraftBarProps) {
  return (
    <div className="flex w-full flex-wrap items-end gap-3 sm:ml-auto sm:w-auto">
      {saving}
      <div className="w-full sm:w-56">
        <FilterSelect
          label="Draft"
          all={drafts?.length === 0 ? "Published, no drafts yet" : "Published"}
          value={draft === null ? "" : String(draft)}
          choices={drafts?.map(({ id, name }) => [String(id), name] as const) ?? []}
          onChange={(value) => onChange(value ? Number(value) : null)}
        />
      </div>
      {children}
    </div>
  );
}

const NAMES = ["draft"] as const;

/** The draft that the address names, null for none, and a function that opens another. */
export function useDraftParam(): { draft: number | null; open: (draft: number | null) => void } {
  const [{ draft }, setFilters] = useFilters(NAMES);
  const open = useCallback((id: number | null) => setFilters({ draft: id ? String(id) : "" }), [setFilters]);
  return { draft: /^[1-9]\d{0,8}$/.test(draft) ? Number(draft) : null, open };
}

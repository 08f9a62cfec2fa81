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
  /** Whether the account publishes. Others request publication. */
  open: (draft: null) => void;
  /** Called once the draft is published: it is no longer a draft. */
  account: Account;
  /** Saves unsaved texts. Resolves once that is done. */
  flush?: () => Promise<unknown>;
}

/** What a screen that edits a draft renders for publishing it. */
export interface DraftPublishing {
  button: ReactNode;
  /** Says that the draft was published, with a button to revert that. */
  notice: ReactNode;
  dialog: ReactNode;
}

/** Publishes a draft, or requests publication from an editor. */
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
              Ready to publish. Editors see it under Pages. If the draft changes, ask again.
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
  /** Shows whether typed texts are saved. */
  saving?: ReactNode;
  /** Actions on the draft. */
  children: ReactNode;
}

/** Selects the draft that a screen edits. Part of the screen's header. */
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

/** The draft named in the URL; null for none. */
export function useDraftParam(): { draft: number | null; open: (draft: number | null) => void } {
  const [{ draft }, setFilters] = useFilters(NAMES);
  const open = useCallback((id: number | null) => setFilters({ draft: id ? String(id) : "" }), [setFilters]);
  return { draft: /^[1-9]\d{0,8}$/.test(draft) ? Number(draft) : null, open };
}

import { Button } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { request } from "../../shared/api/request.ts";
import { FilterSelect } from "../../shared/filters/filters.tsx";
import { LinkButton } from "../../shared/ui/links.tsx";
import { InlineError, Warning } from "../../shared/ui/states.tsx";
import { PublishDialog } from "./PublishDialog.tsx";

interface PublishingOptions {
  /** ID of the draft; null for what is published. */
  draft: number | null;
  /** Title of an item with its language, by key. */
  nameOf: (item: string) => string;
  /** Whether the account publishes. Others ask for it. */
  mayPublish: boolean;
  /** Called once the draft is published: it no longer is one. */
  onPublished: () => void;
  /** Stores what is typed. Resolves once that is done. */
  flush?: () => Promise<unknown>;
}

/** What a screen that edits a draft shows to publish it. */
interface DraftPublishing {
  button: ReactNode;
  /** Says that it is published, with a button to take that back. */
  notice: ReactNode;
  dialog: ReactNode;
}

/** Publishes a draft, or asks an editor to. */
export function usePublishing(options: PublishingOptions): DraftPublishing {
  const { draft, nameOf, mayPublish, onPublished, flush } = options;
  const [isOpen, setOpen] = useState(false);
  const [published, setPublished] = useState<number | null>(null);
  const [isAsked, setAsked] = useState(false);
  const open = async () => {
    setAsked(false);
    await flush?.();
    setOpen(true);
  };
  const close = () => setOpen(false);
  return {
    button: (
      <Button size="sm" disabled={draft === null} onClick={() => void open()}>
        {mayPublish ? "Publish" : "Ask to publish"}
      </Button>
    ),
    notice: (
      <>
        <Published revision={published} onDone={() => setPublished(null)} />
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
        {...{ nameOf, mayPublish }}
        onAsked={() => {
          close();
          setAsked(true);
        }}
        onPublished={(revision) => {
          close();
          setPublished(revision);
          onPublished();
        }}
        onScheduled={close}
        onDismiss={close}
      />
    ),
  };
}

/** Confirms a publication, with a button to take it back. */
function Published({ revision, onDone }: { revision: number | null; onDone: () => void }) {
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: (head: number) => request("POST /content/restore", { body: { revision: head - 1, head } }),
    onSuccess: async () => {
      onDone();
      await queries.invalidateQueries({ queryKey: ["content"] });
    },
  });
  return (
    <div role="status" className="mt-3 empty:mt-0">
      {revision !== null && (
        <p className="flex flex-wrap items-center gap-x-3 border-leaf border-l-4 bg-leaf-soft px-3 py-1">
          <span>Published as revision {revision}.</span>
          <Button
            variant="tertiary"
            size="sm"
            disabled={undo.isPending}
            onClick={() => undo.mutate(revision)}
          >
            Undo
          </Button>
          <LinkButton href="/publications" variant="tertiary">
            Publications
          </LinkButton>
        </p>
      )}
      {undo.isSuccess && revision === null && (
        <Warning className="mt-2">Taken back. Visitors see the content from before.</Warning>
      )}
      {undo.isError && <InlineError error={undo.error} />}
    </div>
  );
}

interface DraftSelectProps {
  draft: number | null;
  drafts: readonly { id: number; name: string }[];
  onChange: (draft: number | null) => void;
}

export function DraftSelect({ draft, drafts, onChange }: DraftSelectProps) {
  return (
    <div className="w-full sm:w-56">
      <FilterSelect
        label="Draft"
        all={drafts.length > 0 ? "Published" : "Published, no drafts yet"}
        value={draft === null ? "" : String(draft)}
        choices={drafts.map(({ id, name }) => [String(id), name] as const)}
        onChange={(value) => onChange(value ? Number(value) : null)}
      />
    </div>
  );
}

/** The draft that an address names; null for none. */
export function draftOf(given: string): number | null {
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
}

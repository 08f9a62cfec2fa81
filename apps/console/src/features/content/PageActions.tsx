import { displayPath, normalizePath } from "@marquee/contract";
import type { DraftSummary, PageStep } from "@marquee/contract/schema";
import { Check, Field } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { Copy, Ellipsis, Eye, EyeOff, PenLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { MenuItem } from "../../shared/ui/MenuItem.tsx";
import { Popover } from "../../shared/ui/Popover.tsx";
import { DraftField, ensureDraft } from "./DraftField.tsx";

/** A page that actions can be applied to. */
export interface ActionPage {
  key: string;
  name: string;
  /** With the prefix of its language. */
  path: string;
  prefix: string;
  isHidden: boolean | null;
  /** Whether an editor wrote it. The site's own pages can't be renamed or deleted. */
  isWritten: boolean;
}

type Step = "rename" | "hide" | "show" | "delete";

interface PageActionsProps {
  page: ActionPage;
  drafts: readonly DraftSummary[];
  /** ID of the draft that an action goes to by default; null for a new one. */
  draft: number | null;
  /** If undefined, the page can't be copied from here. */
  onCopy?: () => void;
  onDone: (draft: number, step: Step) => void;
}

/** A menu of actions on a page as a whole. Each action goes to a draft. */
export function PageActions({ page, drafts, draft, onCopy, onDone }: PageActionsProps) {
  const [step, setStep] = useState<Step | null>(null);
  const { name, isHidden, isWritten } = page;
  if (!isWritten && isHidden === null) return null;
  return (
    <>
      <Popover
        label={`Actions for ${name}`}
        hint="Actions"
        className="-my-2 border-transparent!"
        align="end"
        trigger={
          <>
            <Ellipsis aria-hidden="true" className="size-4 text-ink-muted" />
            <span className="sr-only">Actions for {name}</span>
          </>
        }
      >
        {(close) => {
          const choose = (chosen: Step) => () => {
            close();
            setStep(chosen);
          };
          return (
            <>
              {isWritten && (
                <>
                  {onCopy && (
                    <MenuItem
                      name="Copy"
                      Icon={Copy}
                      onChoose={() => {
                        close();
                        onCopy();
                      }}
                    />
                  )}
                  <MenuItem name="Rename" Icon={PenLine} onChoose={choose("rename")} />
                </>
              )}
              {isHidden === false && <MenuItem name="Hide" Icon={EyeOff} onChoose={choose("hide")} />}
              {isHidden === true && <MenuItem name="Show" Icon={Eye} onChoose={choose("show")} />}
              {isWritten && <MenuItem name="Delete" Icon={Trash2} onChoose={choose("delete")} />}
            </>
          );
        }}
      </Popover>
      {step && (
        <StepDialog
          page={page}
          step={step}
          drafts={drafts}
          draft={draft}
          onDone={(id) => {
            setStep(null);
            onDone(id, step);
          }}
          onDismiss={() => setStep(null)}
        />
      )}
    </>
  );
}

const TEXTS: Record<Step, { title: string; action: string; text: string }> = {
  rename: {
    title: "Rename",
    action: "Rename",
    text: "This changes the page's address. To change its title, edit the page.",
  },
  hide: {
    title: "Hide",
    action: "Hide",
    text: "Visitors see “page not found”, and the navigation and search engines no longer list it. You can still edit and preview it, and show it again.",
  },
  show: { title: "Show", action: "Show", text: "Visitors see the page again at its address." },
  delete: {
    title: "Delete",
    action: "Delete",
    text: "The page is removed when you publish the draft. To keep it, discard the change before then. Afterward, you can undo it under Publications.",
  },
};

interface StepDialogProps extends Pick<PageActionsProps, "page" | "drafts" | "draft"> {
  step: Step;
  onDone: (draft: number) => void;
  onDismiss: () => void;
}

function StepDialog({ page, step, drafts, draft: initialDraft, onDone, onDismiss }: StepDialogProps) {
  const currentPath = page.path.slice(page.prefix.length) || "/";
  const [draft, setDraft] = useState(initialDraft);
  const [path, setPath] = useState(displayPath(currentPath));
  const [isRedirected, setRedirected] = useState(true);
  const { title, action, text } = TEXTS[step];
  const take = useMutation({
    mutationFn: async () => {
      const id = await ensureDraft(draft, `${title} ${page.name}`);
      // A second attempt goes to the same draft.
      setDraft(id);
      const body: PageStep =
        step === "rename"
          ? { step, item: page.key, path: pathOf(path), isRedirected }
          : { step, item: page.key };
      await request("POST /content/drafts/:id/page", { params: { id: String(id) }, body });
      return id;
    },
    onSuccess: onDone,
  });
  return (
    <ConfirmDialog
      isOpen
      title={`${title} ${page.name}`}
      action={take.isPending ? "Saving" : action}
      dismissal="Cancel"
      isBusy={take.isPending}
      isFinal={step === "delete"}
      isReady={step !== "rename" || pathOf(path) !== currentPath}
      error={take.error}
      onConfirm={() => take.mutate()}
      onDismiss={onDismiss}
    >
      <p>{text}</p>
      {step === "rename" && (
        <>
          <Field
            label="Path"
            hint={
              page.prefix ? `Visitors see ${page.prefix}${displayPath(pathOf(path))}.` : "Such as /security."
            }
            value={path}
            maxLength={200}
            spellCheck={false}
            autoCapitalize="none"
            onChange={({ target }) => setPath(target.value)}
          />
          <Check
            label={`Redirect ${displayPath(page.path)} to the new path`}
            hint="Links and search results keep working (301). The redirect is part of the same draft."
            checked={isRedirected}
            onChange={setRedirected}
          />
        </>
      )}
      <DraftField drafts={drafts} draft={draft} onChange={setDraft} />
    </ConfirmDialog>
  );
}

/** A path as stored, whether or not it was typed with a slash. */
export function pathOf(typed: string): string {
  const path = typed.trim();
  return normalizePath(path.startsWith("/") ? path : `/${path}`);
}

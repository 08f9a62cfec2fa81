import { cutText, readPeriod } from "@marquee/contract";
import type { ReportState } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { Copy, Download, Ellipsis, Link2, type LucideIcon, Mail, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { downloadCards } from "../../shared/cards/CardFrame.tsx";
import { MenuItem } from "../../shared/ui/MenuItem.tsx";
import { Popover } from "../../shared/ui/Popover.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { useVersioned } from "../../shared/versioned/useVersioned.ts";
import { ReportDialog } from "./ReportDialog.tsx";
import { ScheduleDialog } from "./ScheduleDialog.tsx";
import { ShareDialog } from "./ShareDialog.tsx";

/** A button that shares a board by link, for editors. */
export function ShareButton({ stored, mayEdit }: Pick<ReportMenuProps, "stored" | "mayEdit">) {
  const [isOpen, setOpen] = useState(false);
  if (!mayEdit || stored.definition.content.cards.length === 0) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Share
      </Button>
      {isOpen && <ShareDialog stored={stored} onDismiss={() => setOpen(false)} />}
    </>
  );
}

interface ReportMenuProps {
  stored: ReportState;
  owners: readonly string[];
  mayEdit: boolean;
  /** Called with a deleted report, which can be restored. */
  onDeleted: (deleted: ReportState) => void;
  onDuplicated?: (copy: ReportState) => void;
}

/** Leaves room for the suffix of a copy's name. */
const COPIED_NAME_LENGTH = 100;

/** What can be done with a report or board. */
export function ReportMenu({ stored, owners, mayEdit, onDeleted, onDuplicated }: ReportMenuProps) {
  const [open, setOpen] = useState<"edit" | "share" | "send" | null>(null);
  const { save, end } = useVersioned("reports");
  const csv = useMutation({ mutationFn: () => downloadReport(stored) });
  const { definition: report } = stored;
  const hasCards = report.content.cards.length > 0;
  const done = () => setOpen(null);
  const duplicate = () =>
    save.mutate(
      {
        stored: null,
        definition: { ...report, name: `${cutText(report.name, COPIED_NAME_LENGTH)} copy`, isShared: false },
      },
      { onSuccess: (copy) => onDuplicated?.(copy) },
    );
  const remove = () => end(stored, onDeleted);
  if (!mayEdit && !hasCards) return null;
  return (
    <>
      <Popover
        label={`Actions for ${report.name}`}
        hint="Actions"
        className="border-transparent!"
        trigger={
          <>
            <Ellipsis aria-hidden="true" className="size-4 text-ink-muted" />
            <span className="sr-only">Actions for {report.name}</span>
          </>
        }
        align="end"
      >
        {(close) => {
          const item = (name: string, Icon: LucideIcon, act: () => void) => (
            <MenuItem
              name={name}
              Icon={Icon}
              onChoose={() => {
                close();
                act();
              }}
            />
          );
          return (
            <div className="grid sm:w-56">
              {mayEdit && item("Rename and settings", Pencil, () => setOpen("edit"))}
              {mayEdit && item("Duplicate", Copy, duplicate)}
              {hasCards && item("Download CSV", Download, () => csv.mutate())}
              {mayEdit && hasCards && item("Send by email", Mail, () => setOpen("send"))}
              {mayEdit && hasCards && item("Share by link", Link2, () => setOpen("share"))}
              {mayEdit && item("Delete", Trash2, remove)}
            </div>
          );
        }}
      </Popover>
      {(save.error ?? csv.error) && <InlineError error={(save.error ?? csv.error) as Error} />}
      {open === "edit" && <ReportDialog stored={stored} report={report} owners={owners} onDone={done} />}
      {open === "share" && <ShareDialog stored={stored} onDismiss={done} />}
      {open === "send" && <ScheduleDialog stored={stored} onDismiss={done} />}
    </>
  );
}

/** Runs the queries of all cards, and downloads the results. */
async function downloadReport({ definition: { name, content } }: ReportState): Promise<void> {
  const period = content.kind === "board" ? content.period : readPeriod(content.path, content.search);
  const cards = await Promise.all(
    content.cards.map(async (card) => ({
      card,
      answer: await request("POST /query/card", { body: { card, period } }),
    })),
  );
  downloadCards(cards, name, name);
}

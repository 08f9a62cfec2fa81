import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useLocation, useSearch } from "wouter";
import { request } from "../../../shared/api/request.ts";
import { ConfirmDialog, dangerTextStyles } from "../../../shared/ui/ConfirmDialog.tsx";
import { listHref } from "../replayFilters.ts";

/** History state with which the list shows that a replay was deleted. */
export const DELETED = "deleted replay";

interface DeleteReplayProps {
  id: string;
  /** Whether the dialog is open. The replay pauses while it is. */
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
}

/** Deletes the session's recording after confirmation. */
export function DeleteReplay({ id, isAsking, onAsk }: DeleteReplayProps) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const deletion = useMutation({
    mutationFn: () => request("POST /replays/:id/delete", { params: { id } }),
    onSuccess: () => navigate(listHref(search), { state: DELETED }),
  });
  return (
    <>
      <Button variant="tertiary" size="sm" className={dangerTextStyles} onClick={() => onAsk(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete replay"
        action="Delete permanently"
        dismissal="Cancel"
        isFinal
        isBusy={deletion.isPending}
        error={deletion.error}
        onConfirm={() => deletion.mutate()}
        onDismiss={() => {
          onAsk(false);
          deletion.reset();
        }}
      >
        <p>
          This permanently deletes the session's recordings and its clicks and scrolling in heatmaps. Its
          events stay in other reports. The deletion is logged under Changes.
        </p>
      </ConfirmDialog>
    </>
  );
}

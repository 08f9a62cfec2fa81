import { Button } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useLocation, useSearch } from "wouter";
import { request } from "../../../shared/api/request.ts";
import { ConfirmDialog, dangerTextStyles } from "../../../shared/ui/ConfirmDialog.tsx";

/** In the history's entry of the list that is shown then. */
export const DELETED = "deleted replay";

interface DeleteReplayProps {
  id: string;
  /** Whether the dialog is open. The replay pauses meanwhile. */
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
}

/** Deletes what was recorded of this session, once more asked. */
export function DeleteReplay({ id, isAsking, onAsk }: DeleteReplayProps) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => request("POST /replays/:id/delete", { params: { id } }),
    onSuccess: async () => {
      navigate(`/replays${search ? `?${search}` : ""}`, { state: DELETED });
      await queries.invalidateQueries({ queryKey: ["replays"] });
    },
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
        onDismiss={() => onAsk(false)}
      >
        <p>
          This permanently deletes the session's recordings and its clicks and scrolling in heatmaps. Its
          events stay in other reports. The deletion is logged under Changes.
        </p>
      </ConfirmDialog>
    </>
  );
}

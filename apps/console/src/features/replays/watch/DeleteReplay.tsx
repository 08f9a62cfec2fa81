import { Button } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useLocation, useSearch } from "wouter";
import { request } from "../../../shared/api/request.ts";
import { ConfirmDialog } from "../../../shared/ui/ConfirmDialog.tsx";
import { dangerTextStyles } from "../../../shared/ui/dangerStyles.ts";

/** In the history's entry of the list that is shown then. */
export const DELETED = "deleted replay";

interface DeleteReplayProps {
  id: string;
  /** Whether it asks; the replay rests meanwhile. */
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
        title="Delete this replay"
        action="Delete for good"
        dismissal="Keep it"
        isFinal
        isBusy={deletion.isPending}
        error={deletion.error}
        onConfirm={() => deletion.mutate()}
        onDismiss={() => onAsk(false)}
      >
        <p>
          Every recording of this session is deleted and cannot be brought back, and so are its clicks and
          scrolling on heatmaps. Its events stay in the other figures. Who deleted it stays in Changes.
        </p>
      </ConfirmDialog>
    </>
  );
}

import type { Person } from "@marquee/contract/schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";

interface ResetTwoFactorDialogProps {
  person: Person;
  onDismiss: () => void;
}

/** For people who lost their second factor. */
export function ResetTwoFactorDialog({ person, onDismiss }: ResetTwoFactorDialogProps) {
  const queries = useQueryClient();
  const reset = useMutation({
    mutationFn: () => request("POST /people/:id/reset-two-factor", { params: { id: person.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["people"] });
      onDismiss();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title="Reset two-factor?"
      action="Reset"
      dismissal="Cancel"
      isBusy={reset.isPending}
      isFinal
      error={reset.error}
      onConfirm={() => reset.mutate()}
      onDismiss={onDismiss}
    >
      <p>
        The authenticator app, passkeys and recovery codes of {person.email} are removed, and their sessions
        end. They can sign in with their password alone until they set it up again.
      </p>
      <p>Make sure the request really comes from them.</p>
    </ConfirmDialog>
  );
}

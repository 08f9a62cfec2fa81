import { AREAS, type Area, type TeamMember } from "@marquee/contract/schema";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { AreaFields } from "./AreaFields.tsx";

interface AreasDialogProps {
  person: TeamMember;
  onDismiss: () => void;
}

/** Limits what a person sees within their role, or lifts the limit. */
export function AreasDialog({ person, onDismiss }: AreasDialogProps) {
  const [areas, setAreas] = useState(person.areas);
  const change = useMutation({
    mutationFn: () =>
      request("POST /team/:id/role", {
        params: { id: person.id },
        body: { role: person.role, areas: areas && [...areas] },
      }),
    onSuccess: onDismiss,
  });
  return (
    <ConfirmDialog
      isOpen
      title={`What ${person.email} sees`}
      action="Save"
      dismissal="Cancel"
      isBusy={change.isPending}
      isReady={!isSame(areas, person.areas)}
      error={change.error}
      onConfirm={() => change.mutate()}
      onDismiss={onDismiss}
    >
      <AreaFields areas={areas} onChange={setAreas} />
      <p className="text-ink-muted text-xs">
        Within these areas, they can do what their role allows.
        {loses(person.areas, areas) && " Removing an area signs them out everywhere; they can sign in again."}
      </p>
    </ConfirmDialog>
  );
}

const all = (areas: readonly Area[] | null) => areas ?? AREAS;

function isSame(one: readonly Area[] | null, other: readonly Area[] | null): boolean {
  return String(all(one)) === String(all(other));
}

function loses(before: readonly Area[] | null, after: readonly Area[] | null): boolean {
  return all(before).some((area) => !all(after).includes(area));
}

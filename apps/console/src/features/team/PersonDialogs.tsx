import type { Role, TeamMember } from "@marquee/contract/schema";
import { useMutation } from "@tanstack/react-query";
import { ROLE_CHOICES, ROLE_NAMES, roleText } from "../../shared/account/roles.ts";
import { request } from "../../shared/api/request.ts";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";

/** A change of a person's access: a new role, or null to remove the account. */
export interface RoleChange {
  person: TeamMember;
  role: Role | null;
}

interface RoleDialogProps {
  /** The change to confirm; null hides the dialog. */
  change: RoleChange | null;
  /** Whether owners are changing their own access. */
  isSelf: boolean;
  isBusy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onDismiss: () => void;
}

/** Explains what a person loses before their access changes. */
export function RoleDialog({ change, isSelf, ...dialog }: RoleDialogProps) {
  if (!change) return null;
  const { person, role } = change;
  const who = isSelf ? "You are" : `${person.email} is`;
  return (
    <ConfirmDialog
      isOpen
      title={role ? `Make ${person.email} ${ROLE_NAMES[role].toLowerCase()}?` : `Remove ${person.email}?`}
      action={role ? `Make ${ROLE_NAMES[role].toLowerCase()}` : "Remove"}
      dismissal={role ? `Keep as ${person.role}` : "Cancel"}
      {...dialog}
    >
      {role
        ? `${roleText(role)} ${who} signed out everywhere and can sign in again.`
        : `${isSelf ? "You'll" : "They'll"} be signed out everywhere. ${isSelf ? "Your" : "Their"} changes stay, and the log keeps ${isSelf ? "your" : "their"} name.`}
    </ConfirmDialog>
  );
}

/** Whether the change lowers the person's role, which signs them out. */
export function isDemotion({ person, role }: RoleChange): boolean {
  const rank = (of: Role) => ROLE_CHOICES.findIndex(([each]) => each === of);
  return role === null || rank(role) > rank(person.role);
}

interface PersonDialogProps {
  person: TeamMember;
  onDismiss: () => void;
}

/** Ends all sessions of a person, for those who lost a device. */
export function SignOutDialog({ person, onDismiss }: PersonDialogProps) {
  const end = useMutation({
    mutationFn: () => request("POST /team/:id/sessions/end", { params: { id: person.id } }),
    onSuccess: onDismiss,
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Sign out ${person.email}?`}
      action="Sign out"
      dismissal="Cancel"
      isBusy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
      onDismiss={onDismiss}
    >
      They are signed out in all browsers, and can sign in again.
    </ConfirmDialog>
  );
}

/** Removes a person's second factors, for people who lost theirs. */
export function ResetTwoFactorDialog({ person, onDismiss }: PersonDialogProps) {
  const reset = useMutation({
    mutationFn: () => request("POST /team/:id/reset-two-factor", { params: { id: person.id } }),
    onSuccess: onDismiss,
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

import { Button } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ROLE_CHOICES, readRole, roleText } from "../../shared/account/roles.ts";
import { api } from "../../shared/api/api.ts";
import { Field } from "../../shared/form/Field.tsx";
import { SelectField } from "../../shared/form/SelectField.tsx";
import { Problem } from "../../shared/ui/Problem.tsx";
import { InvitationLink } from "./InvitationLink.tsx";

/** Asks somebody to join. The server sends nothing: the link is shown once, to be passed on. */
export function InviteForm() {
  const queries = useQueryClient();
  const [role, setRole] = useState(readRole("editor"));
  const invite = useMutation({
    mutationFn: api.invite,
    onSuccess: () => queries.invalidateQueries({ queryKey: ["people"] }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get("email"));
    invite.mutate({ email, role }, { onSuccess: () => form.reset() });
  };
  return (
    <section aria-labelledby="invite">
      <h2 id="invite" className="font-semibold">
        Invite someone
      </h2>
      <form onSubmit={submit} className="mt-3 grid items-end gap-3 sm:grid-cols-[1fr_10rem_auto]">
        <Field
          label="E-mail"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          placeholder="name@example.com"
        />
        <SelectField
          label="Role"
          choices={ROLE_CHOICES}
          value={role}
          onChange={({ target }) => setRole(readRole(target.value))}
        />
        <Button submit size="sm" className="h-10" disabled={invite.isPending}>
          Create invite link
        </Button>
      </form>
      <p className="mt-2 text-ink-muted text-xs">{roleText(role)}</p>
      {invite.isError && (
        <div className="mt-3">
          <Problem error={invite.error} />
        </div>
      )}
      {invite.isSuccess && <InvitationLink invitation={invite.data} email={invite.variables.email} />}
    </section>
  );
}

import type { Area, InvitationResponse } from "@marquee/contract/schema";
import { Button, Field, SelectField } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ROLE_CHOICES, readRole, roleText } from "../../shared/account/roles.ts";
import { type RequestBody, request } from "../../shared/api/request.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { AreaFields } from "./AreaFields.tsx";

/** Creates an invitation link. The server does not email it: the link is shown once, for the owner to send. */
export function InviteForm() {
  const [role, setRole] = useState(readRole("editor"));
  const [areas, setAreas] = useState<readonly Area[] | null>(null);
  const invite = useMutation({
    mutationFn: (body: RequestBody<"POST /team/invitations">) => request("POST /team/invitations", { body }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get("email"));
    const access = role === "owner" ? { role } : { role, areas: areas && [...areas] };
    invite.mutate({ email, ...access }, { onSuccess: () => form.reset() });
  };
  return (
    <section aria-labelledby="invite">
      <h2 id="invite" className="font-semibold">
        Invite someone
      </h2>
      <form onSubmit={submit} className="mt-3 grid gap-4">
        <div className="grid items-start gap-3 sm:grid-cols-[1fr_10rem]">
          <Field
            label="Email"
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
        </div>
        <p className="-mt-2 text-ink-muted text-xs">{roleText(role)}</p>
        {role !== "owner" && <AreaFields areas={areas} onChange={setAreas} />}
        <Button submit size="sm" className="justify-self-start" disabled={invite.isPending}>
          Create invitation link
        </Button>
      </form>
      <InlineError error={invite.error} className="mt-3" />
      {invite.isSuccess && <InvitationLink invitation={invite.data} email={invite.variables.email} />}
    </section>
  );
}

/** The invitation link, shown only once. */
function InvitationLink({ invitation, email }: { invitation: InvitationResponse; email: string }) {
  const box = useRef<HTMLElement>(null);
  const { url, expiresAt } = invitation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new link gets the focus.
  useEffect(() => box.current?.focus(), [url]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={`Link for ${email}`}
      className="mt-4 border-leaf border-l-2 bg-leaf-soft px-4 py-3 outline-none"
    >
      <p className="font-medium">Send this link to {email}. You won't see it again.</p>
      <div className="mt-2 flex max-w-2xl flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-sm bg-surface py-1 pr-1 pl-3">
        <code className="wrap-anywhere min-w-0 flex-1 basis-72 text-xs">{url}</code>
        <CopyButton text={url} label="Copy link" />
      </div>
      <p className="mt-1 text-ink-muted text-xs">It can be used once, until {formatPrecise(expiresAt)}.</p>
    </section>
  );
}

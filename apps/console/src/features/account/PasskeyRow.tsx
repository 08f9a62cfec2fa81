import type { Passkey } from "@marquee/contract/schema";
import { Button, Field } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { request } from "../../shared/api/request.ts";
import { formatAgo, formatDay, formatPrecise } from "../../shared/format/format.ts";
import { focus } from "../../shared/ui/focus.ts";
import { InlineError } from "../../shared/ui/states.tsx";
import { PASSKEY_NAME_MAX_LENGTH } from "./PasskeyDialog.tsx";

interface PasskeyRowProps {
  passkey: Passkey;
  onChanged: () => Promise<void>;
  onRemove: () => void;
}

export function PasskeyRow({ passkey, onChanged, onRemove }: PasskeyRowProps) {
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setEdited] = useState(false);
  const { name, createdAt, lastUsedAt } = passkey;
  const edit = () => {
    setEditing(true);
    setEdited(true);
  };
  if (isEditing) {
    const finish = async () => {
      await onChanged();
      setEditing(false);
    };
    return <RenameForm passkey={passkey} onDone={finish} onDismiss={() => setEditing(false)} />;
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-b py-3 first:border-t">
      <div className="min-w-0 flex-1 basis-52">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="mt-0.5 text-ink-muted text-xs">
          <span title={formatPrecise(createdAt)}>Added {formatDay(createdAt)}</span> ·{" "}
          {lastUsedAt === null ? (
            "never used"
          ) : (
            <span title={formatPrecise(lastUsedAt)}>last used {formatAgo(lastUsedAt, Date.now())}</span>
          )}
        </p>
      </div>
      <div className="flex max-sm:-ml-3.5">
        <Button
          variant="tertiary"
          size="sm"
          aria-label={`Rename ${name}`}
          onClick={edit}
          ref={wasEdited ? focus : undefined}
        >
          <Pencil aria-hidden="true" className="size-4" />
          Rename
        </Button>
        <Button variant="tertiary" size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-4" />
          Remove
        </Button>
      </div>
    </li>
  );
}

interface RenameFormProps {
  passkey: Passkey;
  onDone: () => Promise<void>;
  onDismiss: () => void;
}

function RenameForm({ passkey, onDone, onDismiss }: RenameFormProps) {
  const rename = useMutation({
    mutationFn: (name: string) =>
      request("POST /account/passkeys/rename", { body: { id: passkey.id, name } }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    rename.mutate(String(new FormData(event.currentTarget).get("name")));
  };
  return (
    <li className="border-hairline border-b py-3 first:border-t">
      <form onSubmit={submit} className="grid max-w-sm gap-3">
        <Field
          ref={focus}
          label="Name"
          name="name"
          defaultValue={passkey.name}
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX_LENGTH}
          pattern=".*\S.*"
          title="Enter a name."
          required
        />
        <InlineError error={rename.error} />
        <div className="flex gap-3">
          <Button submit size="sm" disabled={rename.isPending}>
            Save
          </Button>
          <Button variant="secondary" size="sm" onClick={onDismiss}>
            Cancel
          </Button>
        </div>
      </form>
    </li>
  );
}

import {
  API_KEY_SCOPES,
  type ApiKey,
  type ApiKeyScope,
  type NewApiKey,
  type NewApiKeyResponse,
} from "@marquee/contract/schema";
import { Button, Field, SelectField } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef } from "react";
import { request } from "../../shared/api/request.ts";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { InlineError } from "../../shared/ui/states.tsx";

interface NewKeyFormProps {
  /** Whether no key was ever created. */
  isFirst: boolean;
  revoked: readonly ApiKey[];
}

const SCOPES = [
  ["figures", "Read figures"],
  ["content", "Read content, create drafts"],
] as const satisfies readonly (readonly [ApiKeyScope, string])[];

/** Creates a key and shows it until another one is created or this one is revoked. */
export function NewKeyForm({ isFirst, revoked }: NewKeyFormProps) {
  const create = useMutation({ mutationFn: (body: NewApiKey) => request("POST /api-keys", { body }) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const scope = API_KEY_SCOPES.find((each) => each === fields.get("scope")) ?? "figures";
    create.mutate({ name: String(fields.get("name")), scope }, { onSuccess: () => form.reset() });
  };
  return (
    <section aria-labelledby="new-key">
      <h2 id="new-key" className="font-semibold">
        {isFirst ? "Create your first key" : "Create a key"}
      </h2>
      <form
        onSubmit={submit}
        className="mt-3 grid items-end gap-3 sm:grid-cols-[minmax(0,24rem)_minmax(0,15rem)_auto]"
      >
        <Field
          label="Name"
          name="name"
          placeholder="Where you'll use it, such as Weekly report"
          autoComplete="off"
          maxLength={100}
          pattern=".*\S.*"
          title="Enter a name."
          required
        />
        <SelectField label="Permissions" name="scope" choices={SCOPES} />
        <Button submit size="sm" className="h-10 justify-self-start" disabled={create.isPending}>
          Create key
        </Button>
      </form>
      <InlineError error={create.error} className="mt-3" />
      {create.isSuccess && !revoked.some(({ id }) => id === create.data.id) && (
        <NewKey created={create.data} />
      )}
    </section>
  );
}

/** The key, shown only once. */
function NewKey({ created: { name, key: text } }: { created: NewApiKeyResponse }) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new key gets the focus.
  useEffect(() => box.current?.focus(), [text]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={`Key ${name}`}
      className="mt-4 border-leaf border-l-2 bg-leaf-soft px-4 py-3 outline-none"
    >
      <p className="font-medium">Copy the key for {name} now. You won't see it again.</p>
      <div className="mt-2 flex max-w-2xl flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-sm bg-surface py-1 pr-1 pl-3">
        <code className="wrap-anywhere min-w-0">{text}</code>
        <div className="max-sm:-ml-3.5">
          <CopyButton text={text} label="Copy key" />
        </div>
      </div>
      <p className="mt-2 text-ink-muted text-xs">
        Keep it on a server or in a password manager, never in a web page or a repository.
      </p>
    </section>
  );
}

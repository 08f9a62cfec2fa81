import { ENVIRONMENTS, type Json, type ValueType } from "@marquee/contract";
import { Field, SelectField } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { type RequestBody, request } from "../../shared/api/request.ts";
import { FormActions } from "../../shared/ui/FormActions.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { TYPE_CHOICES } from "./flagFilters.ts";

const FIRST_VALUES: Record<ValueType, Json> = { boolean: false, string: "", number: 0, json: {} };

const KEY = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$/;
const KEY_PROBLEM =
  "Use letters, digits, dots, colons, dashes and underscores, and start with a letter or digit.";

/** Creates a flag without rules: every visitor gets the default value. */
export function NewFlagDialog({ isOpen, onDismiss: dismiss }: { isOpen: boolean; onDismiss: () => void }) {
  const [, navigate] = useLocation();
  const creation = useMutation({
    mutationFn: (body: RequestBody<"PUT /flags/:key">) =>
      request("PUT /flags/:key", { params: { key: body.definition.key }, body }),
    onSuccess: (state) => {
      const { key } = state.definition;
      onDismiss();
      navigate(`/flags/${encodeURIComponent(key)}`);
    },
  });
  const onDismiss = () => {
    dismiss();
    creation.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const type = TYPE_CHOICES.find(([name]) => name === data.get("type"))?.[0] ?? "boolean";
    const [key, description] = [String(data.get("key")).trim(), String(data.get("description")).trim()];
    const definition = { key, type, description, defaultValue: FIRST_VALUES[type], rules: [] };
    creation.mutate({
      revision: 0,
      definition: { ...definition, environments: [...ENVIRONMENTS], isArchived: false },
    });
  };
  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title="New flag" closeLabel="Close">
      <form onSubmit={submit} className="grid gap-4">
        <KeyField />
        <SelectField
          label="Type"
          name="type"
          choices={TYPE_CHOICES}
          hint="Type of its values. You can't change it later."
        />
        <Field
          label="Description"
          name="description"
          maxLength={1000}
          hint="What the flag changes on the site."
        />
        <InlineError error={creation.error} />
        <FormActions action="Create flag" isDisabled={creation.isPending} onDismiss={onDismiss} />
      </form>
    </Dialog>
  );
}

/** Validates the key while it is typed. */
function KeyField() {
  const [key, setKey] = useState("");
  return (
    <Field
      label="Key"
      name="key"
      required
      maxLength={100}
      value={key}
      problem={key === "" || KEY.test(key) ? "" : KEY_PROBLEM}
      onChange={({ target }) => setKey(target.value)}
      hint="The name used in code: letters, digits, dots and dashes. You can't change it later."
      placeholder="new-checkout"
      autoComplete="off"
      spellCheck={false}
    />
  );
}

import { Button } from "@marquee/ui";
import { type FormEvent, useId, useState } from "react";
import { cleanName, MAX_NAME_LENGTH } from "../tour/workspace.ts";

interface NameFormProps {
  label: string;
  /** Stands in the field at first, ready to be kept or written over. */
  initial: string;
  action: string;
  onName: (name: string) => void;
}

/** One name and one button; a blank name keeps the button off. */
export function NameForm({ label, initial, action, onName }: NameFormProps) {
  const id = useId();
  const [name, setName] = useState(initial);
  const isBlank = cleanName(name) === null;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlank) onName(name);
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          value={name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
          className="h-11 min-w-0 grow basis-52 rounded-sm border border-control bg-surface px-3 text-base"
        />
        <Button submit aria-disabled={isBlank}>
          {action}
        </Button>
      </div>
    </form>
  );
}

import { Button } from "@marquee/ui";
import type { FormEvent } from "react";
import { Field } from "../../shared/Field.tsx";

interface LookUpProps {
  id: string;
  onLookUp: (id: string) => void;
}

/** Asks whose data. */
export function LookUp({ id, onLookUp }: LookUpProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onLookUp(String(new FormData(event.currentTarget).get("id")).trim());
  };
  return (
    <search className="mt-5 block max-w-xl">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <Field
            label="Anonymous id, user id or e-mail address"
            name="id"
            defaultValue={id}
            required
            minLength={3}
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <Button submit size="sm" className="h-10" variant={id ? "secondary" : "primary"}>
          Look up
        </Button>
      </form>
    </search>
  );
}

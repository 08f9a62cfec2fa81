import type { ReactNode } from "react";

interface FieldsProps {
  title: string;
  /** Name and value; what has no value is shown as such. */
  fields: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names and values of one matter. */
export function Fields({ title, fields }: FieldsProps) {
  return (
    <section className="min-w-0">
      <h2 className="font-medium">{title}</h2>
      <dl className="mt-2">
        {fields.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[9rem_1fr] gap-x-3 border-hairline border-t py-1.5">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="wrap-anywhere min-w-0">{value || <span className="text-ink-muted">none</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

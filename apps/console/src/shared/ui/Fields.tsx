import type { ReactNode } from "react";

interface FieldsProps {
  title: string;
  /** Names and values. Fields without a value are listed by name at the end. */
  fields: readonly (readonly [name: string, value: ReactNode])[];
}

/** A group of fields with a title. */
export function Fields({ title, fields }: FieldsProps) {
  const filled = fields.filter(([, value]) => value);
  const empty = fields.filter(([, value]) => !value).map(([name]) => name);
  return (
    <section className="min-w-0">
      <h2 className="font-medium">{title}</h2>
      <dl className="mt-2">
        {filled.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[9rem_1fr] gap-x-3 border-hairline border-t py-1.5">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="wrap-anywhere min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      {empty.length > 0 && (
        <p className="border-hairline border-t py-1.5 text-ink-muted text-xs">
          Missing value: {empty.join(", ")}
        </p>
      )}
    </section>
  );
}

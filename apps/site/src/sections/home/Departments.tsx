interface DepartmentsProps {
  /** `id` is the fragment under which the header's menu finds the row. */
  rows: readonly { id: string; name: string; text: string; uses: readonly string[] }[];
}

/** One cell for each department: what it does here, and which of its tools it reaches for. */
export function Departments({ rows }: DepartmentsProps) {
  return (
    <ul className="grid border-hairline border-b md:grid-cols-2 lg:grid-cols-3">
      {rows.map(({ id, name, text, uses }) => (
        <li
          key={id}
          id={id}
          className="flex flex-col border-hairline border-t py-5 target:bg-accent-soft md:px-6 md:py-8"
        >
          <h3 className="font-display text-title">{name}</h3>
          <p className="mt-2 grow text-pretty text-ink-muted">{text}</p>
          <p className="mt-5 text-accent text-sm">{uses.join(", ")}</p>
        </li>
      ))}
    </ul>
  );
}

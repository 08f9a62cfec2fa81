interface KeysProps {
  /** Column heads: keys, what they do. */
  head: readonly string[];
  rows: readonly { keys: readonly string[]; text: string }[];
}

/** Which key does what: a table, because that is how it is looked up. */
export function Keys({ head, rows }: KeysProps) {
  return (
    <table className="w-full border-hairline border-b text-left">
      <thead className="text-ink-muted text-sm">
        <tr>
          {head.map((name) => (
            <th key={name} scope="col" className="pb-3 font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ keys, text }) => (
          <tr key={text} className="border-hairline border-t align-baseline">
            <th scope="row" className="w-1/2 py-4 pr-4 font-normal">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="mr-1.5 inline-block rounded-sm border border-control px-2 py-0.5 font-sans text-sm"
                >
                  {key}
                </kbd>
              ))}
            </th>
            <td className="py-4">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

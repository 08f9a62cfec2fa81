import { ArrowRight } from "lucide-react";

interface BeforeAfterProps {
  before: string;
  after: string;
  rows: readonly { before: string; after: string }[];
}

/** How something is done today, and how it is done then: pairs on one line each. */
export function BeforeAfter({ before, after, rows }: BeforeAfterProps) {
  return (
    <table className="w-full border-hairline table-fixed border-b text-left max-md:block">
      <thead className="max-md:sr-only">
        <tr className="text-ink-muted text-sm">
          <th scope="col" className="w-1/2 pb-3 font-normal">
            {before}
          </th>
          <th scope="col" className="pb-3 pl-10 font-normal">
            {after}
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr key={row.before} className="border-hairline border-t align-top max-md:block max-md:py-5">
            <td className="py-6 pr-8 text-ink-muted max-md:block max-md:p-0">{row.before}</td>
            <td className="relative py-6 pl-10 text-balance font-medium text-title max-md:mt-2 max-md:block max-md:py-0">
              <ArrowRight
                aria-hidden="true"
                className="absolute left-0 mt-0.5 size-6 bg-background text-accent md:-translate-x-1/2"
              />
              {row.after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

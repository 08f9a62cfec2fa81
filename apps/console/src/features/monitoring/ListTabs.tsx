import { Link, useLocation, useSearch } from "wouter";
import { capitalize } from "../../shared/format.ts";
import { LISTS, type ListName } from "./monitoringFilters.ts";

/** Which list is shown, kept in the address; what narrows and orders a list goes with it. */
export function ListTabs({ chosen }: { chosen: ListName }) {
  const [path] = useLocation();
  const search = useSearch();
  const hrefFor = (name: ListName) => {
    const params = new URLSearchParams(search);
    params.set("show", name);
    for (const own of ["kind", "by"]) params.delete(own);
    return `${path}?${params}`;
  };
  return (
    <nav aria-label="List" className="flex gap-5 border-hairline border-b">
      {LISTS.map((name) => (
        <Link
          key={name}
          href={hrefFor(name)}
          replace
          aria-current={name === chosen ? "true" : undefined}
          className="-mb-px border-transparent border-b-2 py-2 text-ink-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
        >
          {capitalize(name)}
        </Link>
      ))}
    </nav>
  );
}

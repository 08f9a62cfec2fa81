import clsx from "clsx";
import { ArrowDown } from "lucide-react";
import { Link, useLocation, useSearch } from "wouter";

interface SortHeadProps {
  label: string;
  by?: string;
  chosen: string;
}

/** Head of a column; a press orders the rows by it, the largest first, and the address says so. */
export function SortHead({ label, by, chosen }: SortHeadProps) {
  const [path] = useLocation();
  const params = new URLSearchParams(useSearch());
  const isChosen = by === chosen;
  if (by) params.set("by", by);
  return (
    <th
      aria-sort={isChosen ? "descending" : undefined}
      className="py-2 pl-3 text-right align-bottom font-medium"
    >
      {by ? (
        <Link
          href={`${path}?${params}`}
          replace
          className={clsx(
            "inline-flex items-center gap-1 underline-offset-4 hover:underline",
            isChosen && "text-ink",
          )}
        >
          {isChosen && <ArrowDown aria-hidden="true" className="size-3" />}
          {label}
        </Link>
      ) : (
        label
      )}
    </th>
  );
}

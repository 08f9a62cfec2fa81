import { type FilterDimension, formatCount } from "@marquee/contract";
import type { Affected } from "@marquee/contract/schema";
import { withFilter } from "../../shared/address/scope.ts";
import { useScope } from "../../shared/address/useScope.ts";
import { TextLink } from "../../shared/ui/links.tsx";

const LISTS: readonly { part: keyof Affected; title: string; dimension: FilterDimension }[] = [
  { part: "pages", title: "Pages", dimension: "event:page" },
  { part: "browsers", title: "Browsers", dimension: "visit:browser" },
  { part: "devices", title: "Devices", dimension: "visit:device" },
  { part: "variations", title: "Variations", dimension: "visit:variation" },
];

/** Where an error occurs most, with the share of its occurrences. Each value filters the screen. */
export function AffectedLists({ affected, count }: { affected: Affected; count: number }) {
  const { scope, hrefWith } = useScope();
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
      {LISTS.filter(({ part }) => affected[part].length > 0).map(({ part, title, dimension }) => (
        <section key={part} className="min-w-0">
          <h2 className="border-hairline border-b pb-1 font-medium">{title}</h2>
          <ul>
            {affected[part].map((value) => (
              <li key={value.name} className="relative flex justify-between gap-3 py-1 text-xs">
                <TextLink
                  href={hrefWith(withFilter(scope, { operator: "is", dimension, values: [value.name] }))}
                >
                  {value.name}
                </TextLink>
                <span className="shrink-0 tabular-nums">
                  {formatCount(value.count)}
                  <span className="text-ink-muted">
                    {" "}
                    · {Math.round((100 * value.count) / Math.max(count, 1))}%
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

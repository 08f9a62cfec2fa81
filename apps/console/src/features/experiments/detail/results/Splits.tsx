import type { ExperimentDefinition } from "@marquee/contract";
import { type ResultsAnswer, SPLITS, type Split } from "@marquee/contract/schema";
import { Link, useLocation, useSearch } from "wouter";
import { SplitTable } from "./SplitTable.tsx";

const SPLIT_NAMES: Record<Split, string> = { device: "Device", country: "Country", source: "Source" };

/** @returns the split that an address names; the first one where it names none. */
export function readSplit(search: string): Split {
  const asked = new URLSearchParams(search).get("split");
  return SPLITS.find((split) => split === asked) ?? SPLITS[0];
}

interface SplitsProps {
  results: ResultsAnswer;
  names: Pick<ExperimentDefinition, "variations">;
}

/** The first metric for parts of the visitors; by which, the address says. */
export function Splits({ results, names }: SplitsProps) {
  const [path] = useLocation();
  const chosen = readSplit(useSearch());
  return (
    <section className="mt-10">
      <h3 className="font-medium">Parts of the visitors</h3>
      <p className="text-ink-muted text-xs">
        Among many parts some differ by chance: their p-values are corrected for that, and none decides by
        itself.
      </p>
      <nav aria-label="Split by" className="mt-3 flex gap-1 border-hairline border-b">
        {SPLITS.map((split) => (
          <Link
            key={split}
            href={`${path}?split=${split}`}
            replace
            aria-current={split === chosen ? "true" : undefined}
            className="-mb-px border-transparent border-b-2 px-3 py-2 text-ink-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
          >
            {SPLIT_NAMES[split]}
          </Link>
        ))}
      </nav>
      {results.splits.length === 0 ? (
        <p className="py-3 text-ink-muted">No visitors yet.</p>
      ) : (
        <SplitTable results={results} names={names} title={SPLIT_NAMES[chosen]} />
      )}
    </section>
  );
}

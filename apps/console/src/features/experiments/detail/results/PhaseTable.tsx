import { formatCount } from "@marquee/contract";
import type { PhaseResult, Verdict } from "@marquee/contract/schema";
import { useMemo } from "react";
import { useHrefWith } from "../../../../shared/address/useFilters.ts";
import type { Column } from "../../../../shared/table/columns.ts";
import { DataTable } from "../../../../shared/table/DataTable.tsx";
import { TextLink } from "../../../../shared/ui/links.tsx";
import { formatInterval, formatLift, UNKNOWN } from "./formatFigures.ts";
import { phaseDays } from "./PhasePicker.tsx";

const VERDICTS: Record<Verdict["kind"], string> = {
  "not-started": "Not started",
  "no-visitors": "No visitors",
  exploratory: "Not decided",
  "sample-ratio-mismatch": "Unbalanced",
  "guardrail-harmed": "Guardrail harmed",
  winner: "Winner",
  loser: "Loser",
  "no-difference": "No difference",
  "too-early": "No verdict",
};
const DIFFERENCES: Record<NonNullable<PhaseResult["differs"]>, string> = {
  variations: "had other variations",
  weights: "had other weights",
  metric: "had another primary metric",
};

/** Each phase on its own, with its sample ratio. Equal phases are added up below. */
export function PhaseTable({ phases }: { phases: readonly PhaseResult[] }) {
  const hrefWith = useHrefWith();
  const columns = useMemo<Column<PhaseResult>[]>(
    () => [
      {
        id: "phase",
        header: "Phase",
        cell: (each) => (
          <>
            <TextLink href={hrefWith({ phase: String(each.phase) })} className="font-medium">
              Phase {each.phase}
            </TextLink>
            <span className="block text-ink-muted text-xs">{phaseDays(each)}</span>
          </>
        ),
      },
      { id: "visitors", header: "Visitors", isNumeric: true, cell: ({ users }) => formatCount(users) },
      {
        id: "split",
        header: "Split",
        from: 560,
        cell: ({ users, isMismatch }) =>
          users === 0 ? "–" : isMismatch ? "Doesn't match the weights" : "As the weights specify",
      },
      {
        id: "lift",
        header: "Lift",
        isNumeric: true,
        width: "w-40",
        cell: ({ primary }) => <Lift primary={primary} />,
      },
      { id: "verdict", header: "Verdict", from: 420, cell: ({ verdict }) => VERDICTS[verdict.kind] },
    ],
    [hrefWith],
  );
  const differingPhases = phases.filter(({ differs }) => differs !== null);
  return (
    <section className="mt-6">
      <h3 className="mb-2 font-medium">By phase</h3>
      <DataTable
        caption="Results by phase"
        columns={columns}
        rows={phases}
        keyOf={({ phase }) => String(phase)}
      />
      <p className="mt-2 max-w-prose text-ink-muted text-xs">
        Visitors are reassigned in each phase, so someone who saw two phases counts twice in the total below.
        {differingPhases.map(
          ({ phase, differs }) => ` Phase ${phase} ${differs && DIFFERENCES[differs]} and is left out of it.`,
        )}
      </p>
    </section>
  );
}

/** The first variation that has a lift. */
function Lift({ primary }: Pick<PhaseResult, "primary">) {
  const variation = primary?.variations.find(({ lift }) => lift !== null);
  if (!variation || variation.lift === null) return UNKNOWN;
  return (
    <>
      {formatLift(variation.lift)}
      {variation.sequential?.lift && (
        <span className="block whitespace-nowrap text-ink-muted text-xs">
          {formatInterval(variation.sequential.lift)}
        </span>
      )}
    </>
  );
}

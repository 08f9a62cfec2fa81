import type { ConsentAnswer } from "@marquee/contract/schema";
import { Figure } from "../../shared/Figure.tsx";
import { formatCount, formatShare } from "../../shared/format.ts";

/** The span's decisions in figures. */
export function ConsentFigures({ consent: { totals, deletions } }: { consent: ConsentAnswer }) {
  const { receipts, analytics, functional, marketing, refused } = totals;
  const share = (count: number) => (receipts === 0 ? "" : `${formatShare(count / receipts)} of decisions`);
  return (
    <dl className="grid grid-cols-2 divide-hairline border-hairline border-y sm:grid-cols-3 lg:grid-cols-5 lg:divide-x sm:max-lg:[&>*:nth-child(4)]:pl-0">
      <Figure
        name="Agreed to analytics"
        counts="Decisions that allow group C0002. Only after one of these is a visit measured."
        value={formatCount(analytics)}
        note={share(analytics)}
      />
      <Figure
        name="Functional"
        counts="Decisions that allow group C0003."
        value={formatCount(functional)}
        note={share(functional)}
      />
      <Figure
        name="Marketing"
        counts="Decisions that allow group C0004."
        value={formatCount(marketing)}
        note={share(marketing)}
      />
      <Figure
        name="Without analytics"
        counts="Withdrawals, and decisions for other groups only. A stranger's plain refusal is kept nowhere, so it is not counted."
        value={formatCount(refused)}
        note={share(refused)}
      />
      <Figure
        name="Deletions"
        counts="Withdrawals in this span after which the visitor's rows are deleted. That takes less than a minute."
        value={formatCount(deletions.requested)}
        note={
          deletions.requested > 0 &&
          `${formatCount(deletions.completed)} done, ${formatCount(deletions.requested - deletions.completed)} under way`
        }
      />
    </dl>
  );
}

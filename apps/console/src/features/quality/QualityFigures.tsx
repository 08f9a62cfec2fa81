import type { QualityAnswer } from "@marquee/contract/schema";
import { Figure } from "../../shared/Figure.tsx";
import { formatCount, formatFineShare } from "../../shared/format.ts";

/** The span in four figures. */
export function QualityFigures({ quality }: { quality: QualityAnswer }) {
  const { accepted, duplicates, busy } = quality;
  const rejected = quality.rejected.reduce((sum, { count }) => sum + count, 0);
  const sent = accepted + duplicates + rejected;
  const share = (count: number) => (sent === 0 ? "" : `${formatFineShare(count / sent)} of what was sent`);
  return (
    <dl className="grid grid-cols-2 divide-hairline border-hairline max-sm:gap-x-4 border-y lg:grid-cols-4 lg:divide-x sm:max-lg:[&>*:nth-child(3)]:pl-0">
      <Figure
        name="Taken"
        counts="Events that were acknowledged and kept, each message id once. Machines are among them."
        value={formatCount(accepted)}
        note={share(accepted)}
      />
      <Figure
        name="Copies dropped"
        counts="Events that came again under a message id of the last day. Resending is harmless: the first one is kept."
        value={formatCount(duplicates)}
        note={share(duplicates)}
      />
      <Figure
        name="Refused"
        counts="Events that broke a rule and were not kept, whatever the reason."
        value={formatCount(rejected)}
        note={share(rejected)}
      />
      <Figure
        name="Asked to wait"
        counts="Requests that were answered with 429 or 503. Their events stay with the sender, which tries again."
        value={formatCount(busy)}
        note="requests"
      />
    </dl>
  );
}

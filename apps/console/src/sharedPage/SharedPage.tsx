import type { SharedReport } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { CardFrame } from "../shared/cards/CardFrame.tsx";
import { CardView } from "../shared/cards/CardView.tsx";
import { rangeText } from "../shared/filters/RangeMenu.tsx";
import { formatInstant } from "../shared/format/format.ts";
import { setSiteTime } from "../shared/format/siteTime.ts";
import { QueryView } from "../shared/query/QueryView.tsx";
import { Skeleton } from "../shared/ui/states.tsx";

/** A board or report as people without an account see it: its cards, without links to other screens. */
export function SharedPage() {
  const report = useQuery({ queryKey: ["shared"], queryFn: ({ signal }) => load(signal) });
  return (
    <main className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <QueryView query={report} loading={<Skeleton className="h-96" />}>
        {(data) => <SharedCards report={data} />}
      </QueryView>
    </main>
  );
}

/** The server only reads the token in this page's URL. */
async function load(signal: AbortSignal): Promise<SharedReport> {
  const response = await fetch(`${location.pathname.replace(/\/$/, "")}/data`, { signal });
  if (response.status === 404) throw new Error("This link no longer works. Ask for a new one.");
  if (!response.ok) throw new Error("The figures are not available right now. Try again in a moment.");
  const report = (await response.json()) as SharedReport;
  // Set before rendering, because every time depends on it.
  setSiteTime(report);
  return report;
}

function SharedCards({ report }: { report: SharedReport }) {
  const { name, description, site, period, cards, readAt, expiresAt } = report;
  useEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <>
      <header>
        <p className="text-ink-muted text-xs">
          {site} · {rangeText(period.range)}
        </p>
        <h1 className="mt-1 font-display text-title">{name}</h1>
        {description && <p className="mt-1 max-w-prose text-ink-muted">{description}</p>}
      </header>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        {cards.map(({ card, answer }) => (
          <CardFrame key={card.id} card={card} answer={answer} board={name}>
            {answer ? (
              <CardView card={card} answer={answer} hrefOf={null} />
            ) : (
              <p className="text-ink-muted">This part is no longer available.</p>
            )}
          </CardFrame>
        ))}
      </div>
      <footer className="mt-8 text-ink-muted text-xs">
        Figures of {formatInstant(readAt)}, in the site's time zone. This link works until{" "}
        {formatInstant(expiresAt)}.
      </footer>
    </>
  );
}

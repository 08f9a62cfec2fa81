import { type Period, parseDateRange, type QueryFilter } from "@marquee/contract";
import type { Card, ReportContent, ReportState } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { Printer } from "lucide-react";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { readQueryFilters, writeScope } from "../../shared/address/scope.ts";
import { useHrefWith } from "../../shared/address/useFilters.ts";
import { RangeMenu, rangeLabel, rangeText } from "../../shared/filters/RangeMenu.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { isBoard, useReports } from "../../shared/reports/useReports.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { BackLink, TextLink } from "../../shared/ui/links.tsx";
import { moveItem } from "../../shared/ui/moveItem.ts";
import { ScreenHeader, type ScreenProps, useTitle } from "../../shared/ui/screen.tsx";
import { EmptyState, InlineError, Skeleton, UndoLine } from "../../shared/ui/states.tsx";
import { useVersioned } from "../../shared/versioned/useVersioned.ts";
import { BoardCard } from "./BoardCard.tsx";
import { ReportMenu, ShareButton } from "./ReportMenu.tsx";

/** A board: cards in two columns, all of one date range unless a card has its own. */
export function Board({ title, params: { id } }: ScreenProps<"id">) {
  const reports = useReports();
  return (
    <>
      <p className="mb-1 print:hidden">
        <BackLink href="/boards">Boards</BackLink>
      </p>
      <QueryView query={reports} loading={<Skeleton className="mt-2 h-96" />}>
        {(data) => {
          const stored = data.reports.find((each) => String(each.id) === id && isBoard(each));
          return stored ? (
            <OpenBoard key={stored.id} stored={stored} owners={data.owners} mayEdit={data.mayEdit} />
          ) : (
            <>
              <ScreenHeader title={title} />
              <EmptyState title="This board does not exist">
                It was deleted, or it's private. See all others under{" "}
                <TextLink href="/boards">Boards</TextLink>.
              </EmptyState>
            </>
          );
        }}
      </QueryView>
    </>
  );
}

interface OpenBoardProps {
  stored: ReportState;
  owners: readonly string[];
  mayEdit: boolean;
}

type BoardContent = Extract<ReportContent, { kind: "board" }>;

function OpenBoard({ stored, owners, mayEdit }: OpenBoardProps) {
  const { definition: report } = stored;
  const content = report.content as BoardContent;
  const { cards } = content;
  const [, navigate] = useLocation();
  const hrefWith = useHrefWith();
  const { save } = useVersioned("reports");
  const [said, setSaid] = useState("");
  const [removed, setRemoved] = useState<{ card: Card; index: number } | null>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const looked = parseDateRange(new URLSearchParams(useSearch()).get("range") ?? "");
  const period: Period = { ...content.period, range: looked ?? content.period.range };
  useTitle(report.name);
  const set = (change: Partial<BoardContent>, text = "") => {
    setSaid(text);
    save.mutate({ stored, definition: { ...report, content: { ...content, ...change } } });
  };
  const move = (from: number, to: number) => {
    const card = cards[from];
    // The next change is based on the revision that the last one created.
    if (!card || save.isPending || from === to || to < 0 || to >= cards.length) return;
    setMoved(card.id);
    set({ cards: moveItem(cards, from, to) }, `${card.title} is at position ${to + 1} of ${cards.length}.`);
  };
  const remove = (index: number) => {
    const card = cards[index];
    if (!card) return;
    setRemoved({ card, index });
    set({ cards: cards.toSpliced(index, 1) });
  };
  const isLookedAt = looked !== null && looked !== content.period.range;
  return (
    <>
      <ScreenHeader title={report.name}>
        <div className="flex flex-wrap items-center gap-2 sm:ml-auto print:hidden">
          {mayEdit && isLookedAt && (
            <Button
              variant="tertiary"
              size="sm"
              disabled={save.isPending}
              onClick={() => set({ period }, `The board now shows ${rangeLabel(period.range)}.`)}
            >
              Keep for everyone
            </Button>
          )}
          <RangeMenu
            range={period.range}
            hrefOf={(range) => hrefWith({ range })}
            onChoose={(range) => navigate(hrefWith({ range }))}
          />
          <ShareButton stored={stored} mayEdit={mayEdit} />
          <IconButton label="Print" Icon={Printer} onClick={() => print()} />
          <ReportMenu
            stored={stored}
            owners={owners}
            mayEdit={mayEdit}
            onDeleted={() => navigate("/boards")}
          />
        </div>
      </ScreenHeader>
      {report.description && <p className="mt-1 max-w-prose text-ink-muted">{report.description}</p>}
      <p className="hidden text-ink-muted print:block">{rangeText(period.range)}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <UndoLine
        text={removed && `Removed ${removed.card.title}.`}
        isBusy={save.isPending}
        onUndo={() => {
          if (removed) set({ cards: cards.toSpliced(removed.index, 0, removed.card) });
          setRemoved(null);
        }}
      />
      <InlineError error={save.error} />
      {cards.length === 0 ? (
        <EmptyState title="Nothing pinned yet">
          Open a screen such as <TextLink href="/">Overview</TextLink> or{" "}
          <TextLink href="/journeys">Journeys</TextLink>, choose Save, then Pin to board.
        </EmptyState>
      ) : (
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
          {cards.map((card, index) => (
            <BoardCard
              key={card.id}
              card={card}
              period={period}
              board={report.name}
              hrefOf={hrefFor(card, period)}
              edit={
                mayEdit
                  ? {
                      place: index,
                      isLast: index === cards.length - 1,
                      isMoved: moved === card.id,
                      isDragged: dragged === index,
                      onDrag: (isOn) => setDragged(isOn ? index : null),
                      onDrop: () => {
                        if (dragged !== null) move(dragged, index);
                        setDragged(null);
                      },
                      onMove: (by) => move(index, index + by),
                      onRemove: () => remove(index),
                      onChange: (change) => set({ cards: cards.with(index, { ...card, ...change }) }),
                    }
                  : null
              }
            />
          ))}
        </div>
      )}
    </>
  );
}

/** The Overview, filtered by a value of a card in addition to the card's filters. */
function hrefFor(card: Card, period: Period): ((filter: QueryFilter) => string) | null {
  const isPlain = card.filters.every(([, dimension]) => dimension !== "segment");
  if (!isPlain || readQueryFilters(card.filters) === null) return null;
  return (filter) => {
    const read = readQueryFilters([...card.filters, filter]);
    const params = new URLSearchParams();
    const range = card.range ?? period.range;
    writeScope("/", params, {
      ...period,
      range,
      ...(read ?? { filters: [], anyOf: [] }),
      segments: [],
      includesOtherHosts: true,
    });
    return params.size > 0 ? `/?${params}` : "/";
  };
}

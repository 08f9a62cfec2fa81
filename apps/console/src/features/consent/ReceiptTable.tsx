import { cutText } from "@marquee/contract";
import type { ReceiptRow, ReceiptSearchResponse } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { formatInstant, formatPrecise } from "../../shared/format/format.ts";
import { deletionText, groupNames, isGranted } from "../../shared/format/receiptTexts.ts";
import { loadAllPages } from "../../shared/query/loadAllPages.ts";
import { type Column, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";

const COLUMNS: readonly Column<ReceiptRow>[] = [
  {
    id: "received",
    header: "Received",
    width: "w-24 sm:w-36",
    className: "text-ink-muted tabular-nums",
    cell: ({ receivedAt, decidedAt }) => (
      <span title={`Decided ${formatPrecise(decidedAt)}`}>{formatInstant(receivedAt)}</span>
    ),
    exact: ({ receivedAt }) => receivedAt,
    unit: "time",
  },
  { id: "decision", header: "Decision", isMain: true, cell: (receipt) => <Decision receipt={receipt} /> },
  {
    id: "ids",
    header: "Visitor and receipt",
    from: WIDE,
    width: "w-[22rem]",
    className: "wrap-anywhere",
    cell: (receipt) => <Ids receipt={receipt} />,
  },
  {
    id: "text",
    header: "Text version, country",
    from: WIDE,
    width: "w-36",
    className: "text-ink-muted",
    cell: ({ textVersion, country }) => [`version ${textVersion}`, country].filter(Boolean).join(", "),
  },
];

const keyOf = ({ id }: ReceiptRow) => id;

interface ReceiptTableProps {
  receipts: readonly ReceiptRow[];
  /** Loads a page of the list; "" loads the first. */
  load: (before: string, signal: AbortSignal) => Promise<ReceiptSearchResponse>;
}

/** Consent receipts as rows. A withdrawal shows the progress of its deletion. */
export function ReceiptTable({ receipts, load }: ReceiptTableProps) {
  const loadRows = loadAllPages({ load, rowsOf: (page) => page.receipts, keyOf });
  return <DataTable caption="Receipts" columns={COLUMNS} rows={receipts} keyOf={keyOf} csv={{ loadRows }} />;
}

function Decision({ receipt }: { receipt: ReceiptRow }) {
  if (isGranted(receipt)) {
    return (
      <>
        <Badge tone="leaf">accepted</Badge>
        <p className="mt-1 text-ink-muted text-xs">{groupNames(receipt)}</p>
      </>
    );
  }
  return (
    <>
      <Badge tone="clay">{receipt.visitor ? "withdrew" : "no anonymous ID"}</Badge>
      <p className="mt-1 text-xs">{deletionText(receipt)}</p>
    </>
  );
}

/** Length of the displayed part of a visitor's hash, enough to tell visitors apart. */
const HASH_LENGTH = 12;

function Ids({ receipt: { id, visitor } }: { receipt: ReceiptRow }) {
  return (
    <>
      {visitor ? (
        <span title="Receipts contain only a keyed hash of the anonymous ID. To find a visitor's receipts, search for the ID.">
          Visitor {cutText(visitor, HASH_LENGTH)}
        </span>
      ) : (
        "A visitor without an anonymous ID"
      )}
      <span className="block text-ink-muted text-xs">{id}</span>
    </>
  );
}

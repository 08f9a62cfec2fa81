import type { ReceiptRow } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { Link } from "wouter";
import { deletionText, groupNames, isGranted } from "../../shared/consent/receipts.ts";
import { formatInstant, formatPrecise } from "../../shared/format/format.ts";

/** Decisions as rows: when, what, by whom; a withdrawal with how far its deletion has come. */
export function ReceiptTable({ receipts }: { receipts: readonly ReceiptRow[] }) {
  return (
    <table className="mt-4 w-full table-fixed text-left">
      <colgroup>
        <col className="w-24 sm:w-36" />
        <col />
        <col className="w-[22rem] max-lg:hidden" />
        <col className="w-36 max-lg:hidden" />
      </colgroup>
      <thead>
        <tr className="border-hairline border-b text-ink-muted text-xs">
          <th className="py-2 pr-4 font-medium">Received</th>
          <th className="py-2 pr-4 font-medium">Decision</th>
          <th className="py-2 pr-4 font-medium max-lg:hidden">Visitor and receipt</th>
          <th className="py-2 font-medium max-lg:hidden">Text, country</th>
        </tr>
      </thead>
      <tbody>
        {receipts.map((receipt) => (
          <tr key={receipt.id} className="border-hairline border-b align-top">
            <td className="py-2 pr-4 text-ink-muted" title={`Decided ${formatPrecise(receipt.decidedAt)}`}>
              {formatInstant(receipt.receivedAt)}
            </td>
            <td className="py-2 pr-4">
              <Decision receipt={receipt} />
            </td>
            <td className="wrap-anywhere py-2 pr-4 max-lg:hidden">
              <Names receipt={receipt} />
            </td>
            <td className="py-2 text-ink-muted max-lg:hidden">
              {[`version ${receipt.textVersion}`, receipt.country].filter(Boolean).join(", ")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Decision({ receipt }: { receipt: ReceiptRow }) {
  if (isGranted(receipt)) {
    return (
      <>
        <Badge tone="leaf">agreed</Badge>
        <p className="mt-1 text-ink-muted text-xs">{groupNames(receipt)}</p>
        <p className="wrap-anywhere mt-1 text-xs lg:hidden">
          <Names receipt={receipt} />
        </p>
      </>
    );
  }
  return (
    <>
      <Badge tone="clay">{receipt.visitorId ? "withdrew" : "not measured"}</Badge>
      <p className="mt-1 text-xs">{deletionText(receipt)}</p>
      <p className="wrap-anywhere mt-1 text-xs lg:hidden">
        <Names receipt={receipt} />
      </p>
    </>
  );
}

function Names({ receipt: { id, visitorId } }: { receipt: ReceiptRow }) {
  return (
    <>
      {visitorId ? (
        <Link href={`/rights?id=${encodeURIComponent(visitorId)}`} className="underline underline-offset-4">
          {visitorId}
        </Link>
      ) : (
        "Nobody who was measured"
      )}
      <span className="block text-ink-muted text-xs">{id}</span>
    </>
  );
}

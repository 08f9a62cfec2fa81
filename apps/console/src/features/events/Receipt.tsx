import type { EventAnswer } from "@marquee/contract/schema";
import { Link } from "wouter";
import { Fields } from "../../shared/Fields.tsx";
import { formatPrecise } from "../../shared/format.ts";
import { deletionText, groupNamesAndCodes, isGranted } from "../../shared/receipts.ts";

/** The decision under which an event was sent, or why there is none to show. */
export function Receipt({ receiptId, receipt }: Pick<EventAnswer, "receiptId" | "receipt">) {
  if (!receipt) return <NoReceipt receiptId={receiptId} />;
  return (
    <Fields
      title="Consent receipt"
      fields={[
        [
          "Receipt",
          <Link key="receipt" href={`/consent?range=90d&id=${receipt.id}`} className="underline">
            {receipt.id}
          </Link>,
        ],
        ["Decided", formatPrecise(receipt.decidedAt)],
        ["Received", formatPrecise(receipt.receivedAt)],
        ["Agreed to", groupNamesAndCodes(receipt)],
        ["Text version", receipt.textVersion],
        ["Country", receipt.country],
        ...(isGranted(receipt) ? [] : [["Deletion", deletionText(receipt)] as const]),
      ]}
    />
  );
}

function NoReceipt({ receiptId }: { receiptId: string | null }) {
  return (
    <section className="min-w-0">
      <h2 className="font-medium">Consent receipt</h2>
      <p className="mt-2 border-sun border-l-4 bg-sun-soft px-3 py-2">
        {receiptId
          ? `The event names receipt ${receiptId}, which has not arrived here. The browser keeps a decision and sends it again until it is taken.`
          : "The sender named none. Events of this site always do; a server or another library has to put its own consent into context.consent.receiptId."}
      </p>
    </section>
  );
}

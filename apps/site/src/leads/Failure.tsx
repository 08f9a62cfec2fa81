import { WifiOff } from "lucide-react";
import type { LeadFormCopy } from "./leadFormCopy.ts";
import type { FailureReason } from "./sendLead.ts";

/** The form did not arrive; nothing typed is lost. The form's own button sends it again. */
export function Failure({ reason, copy }: { reason: FailureReason; copy: LeadFormCopy["failed"] }) {
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-clay bg-clay-soft px-5 py-4 text-sm">
      <WifiOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-clay" />
      <div>
        <p className="font-medium">{copy.title}</p>
        <p>{copy[reason]}</p>
      </div>
    </div>
  );
}

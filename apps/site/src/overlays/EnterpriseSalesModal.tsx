import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useUiState } from "../app/uiState.ts";
import { LeadForm } from "../leads/LeadForm.tsx";
import { loadLeadFormCopy } from "../leads/leadFormCopy.ts";
import type { OverlayProps } from "./overlays.ts";

export const prepare = loadLeadFormCopy;

/** Contact with sales without leaving the page. */
export default function EnterpriseSalesModal({ copy, isOpen, onDismiss }: OverlayProps) {
  const location = useUiState((state) => state.enterpriseSalesModalLocation);
  const { title, text } = copy.enterpriseSales;
  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title={title} closeLabel={copy.close}>
      <p className="mb-6 text-ink-muted text-sm">{text}</p>
      <LeadForm formId={1176} location={location} headingLevel={3} />
    </Dialog>
  );
}

import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useStore } from "../browser/createStore.ts";
import { LeadForm } from "../leads/Form.tsx";
import type { OverlayProps } from "../site/overlays.ts";
import { uiState } from "../site/uiState.ts";

export { LEAD_FORM_COPY as copyNames } from "../leads/Form.tsx";

/** The contact form for sales in a dialog. */
export default function EnterpriseSalesModal({ copy, isOpen, onDismiss }: OverlayProps) {
  const location = useStore(uiState, (state) => state.enterpriseSalesModalLocation);
  const { title, text } = copy.enterpriseSales;
  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title={title} closeLabel={copy.close}>
      <p className="mb-6 text-ink-muted text-sm">{text}</p>
      <LeadForm formId={1176} location={location} headingLevel={3} />
    </Dialog>
  );
}

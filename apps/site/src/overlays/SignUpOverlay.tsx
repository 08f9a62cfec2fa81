import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useUiState } from "../app/uiState.ts";
import { loadLeadFormCopy } from "../leads/leadFormCopy.ts";
import { SignUpForm } from "../leads/SignUpForm.tsx";
import type { OverlayProps } from "./overlays.ts";

/** Where it was opened from, when no link opened it. */
const BY_ADDRESS = "address";

export const prepare = loadLeadFormCopy;

/** Signing up without leaving the page. */
export default function SignUpOverlay({ copy, isOpen, onDismiss }: OverlayProps) {
  const location = useUiState((state) => state.clickedLocation.location) || BY_ADDRESS;
  const { title, text } = copy.signUp;
  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title={title} closeLabel={copy.close}>
      <p className="mb-6 text-ink-muted text-sm">{text}</p>
      <SignUpForm location={location} headingLevel={3} />
    </Dialog>
  );
}

import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useStore } from "../browser/createStore.ts";
import { SignUpForm } from "../leads/Form.tsx";
import type { OverlayProps } from "../site/overlays.ts";
import { uiState } from "../site/uiState.ts";

/** Location to report if the overlay was opened by its URL instead of a link. */
const BY_ADDRESS = "address";

export { LEAD_FORM_COPY as copyNames } from "../leads/Form.tsx";

/** The sign-up form in a dialog. */
export default function SignUpOverlay({ copy, isOpen, onDismiss }: OverlayProps) {
  const location = useStore(uiState, (state) => state.clickedLocation.location) || BY_ADDRESS;
  const isPaidBrain = useStore(uiState, (state) => state.isPaidBrain);
  const { title, text } = copy.signUp;
  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title={title} closeLabel={copy.close}>
      <p className="mb-6 text-ink-muted text-sm">{isPaidBrain ? copy.signUpWithBrain : text}</p>
      <SignUpForm location={location} headingLevel={3} />
    </Dialog>
  );
}

import type { ConsentDialog } from "../browser/consentDialog.ts";
import type { Consent } from "../domain/consent.ts";
import { reportFailure } from "../tools/monitor.ts";

const OPENER = "[data-consent-open]";

/** The consent dialog without its weight: visitors who have decided load it only to look at their decision again. */
export function startLazyConsentDialog(consent: Consent): ConsentDialog {
  let running: Promise<ConsentDialog> | null = null;

  const load = async () => {
    const { startConsentDialog } = await import("../browser/consentDialog.ts");
    return startConsentDialog(consent);
  };
  const use = (action: (dialog: ConsentDialog) => void) => {
    running ??= load();
    running.then(action).catch((error: unknown) => {
      running = null;
      reportFailure(error);
    });
  };
  const open = () => use((dialog) => dialog.open());
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest(OPENER)) open();
  };
  document.addEventListener("click", onClick);
  if (consent.isOpen()) use(() => undefined);
  return {
    open,
    stop() {
      document.removeEventListener("click", onClick);
      if (running) use((dialog) => dialog.stop());
    },
  };
}

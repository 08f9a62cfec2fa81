import type { ConsentDialog } from "../consent/consentDialog.ts";
import { listen } from "../browser/listen.ts";
import type { Consent } from "../consent/consent.ts";
import { createLazy } from "../transport/createLazy.ts";

const OPENER = "[data-consent-open]";

/** The consent dialog without its weight: visitors who have decided load it only to look at their decision again. */
export function startLazyConsentDialog(consent: Consent): ConsentDialog {
  const dialog = createLazy(
    () => import("../consent/consentDialog.ts"),
    ({ startConsentDialog }) => startConsentDialog(consent),
  );
  const open = () => dialog.use((dialog) => dialog.open());
  const stopClicks = listen(document, "click", ({ target }) => {
    if (target instanceof Element && target.closest(OPENER)) open();
  });
  if (consent.isOpen()) dialog.use(() => undefined);
  return {
    open,
    stop() {
      stopClicks();
      dialog.ifUsed((dialog) => dialog.stop());
    },
  };
}

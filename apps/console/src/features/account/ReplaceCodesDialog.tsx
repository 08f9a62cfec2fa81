import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useState } from "react";
import { api } from "../../shared/api/api.ts";
import { PasswordForm } from "./PasswordForm.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

interface ReplaceCodesDialogProps {
  onDone: () => void;
  onDismiss: () => void;
}

/** Makes new recovery codes; the old ones stop working. */
export function ReplaceCodesDialog({ onDone, onDismiss }: ReplaceCodesDialogProps) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const title = codes ? "Save your recovery codes" : "Generate new recovery codes?";
  return (
    <Dialog isOpen onDismiss={codes ? onDone : onDismiss} title={title} closeLabel="Close">
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onDone} />
      ) : (
        <>
          <p className="mt-2">Your current recovery codes stop working.</p>
          <PasswordForm
            action="Generate codes"
            onConfirm={async (password) =>
              setCodes((await api.replaceRecoveryCodes({ password })).recoveryCodes)
            }
            onDismiss={onDismiss}
          />
        </>
      )}
    </Dialog>
  );
}

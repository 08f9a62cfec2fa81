import { Field } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { startRegistration } from "@simplewebauthn/browser";
import { useState } from "react";
import { explainPasskeyError } from "../../shared/account/passkeySupport.ts";
import { request } from "../../shared/api/request.ts";
import { PasswordForm } from "./PasswordForm.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

/** Same limit as on the server. */
export const PASSKEY_NAME_MAX_LENGTH = 60;

interface PasskeyDialogProps {
  /** Called after the passkey is added and any recovery codes are saved. */
  onDone: () => void;
  onDismiss: () => void;
}

/** Adds a passkey: asks for a name and the password, then opens the browser's dialog. The first factor also returns recovery codes. */
export function PasskeyDialog({ onDone, onDismiss }: PasskeyDialogProps) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const add = async (password: string, fields: FormData) => {
    const { recoveryCodes } = await register(String(fields.get("name")), password);
    if (recoveryCodes) setCodes(recoveryCodes);
    else onDone();
  };
  const title = codes ? "Save your recovery codes" : "Add a passkey";
  return (
    <Dialog isOpen onDismiss={codes ? onDone : onDismiss} title={title} closeLabel="Close">
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onDone} />
      ) : (
        <PasswordForm action="Continue" onConfirm={add} onDismiss={onDismiss}>
          <Field
            label="Name"
            name="name"
            hint="Helps you tell your passkeys apart, such as “Work laptop”."
            autoComplete="off"
            maxLength={PASSKEY_NAME_MAX_LENGTH}
            pattern=".*\S.*"
            title="Enter a name."
            required
          />
        </PasswordForm>
      )}
    </Dialog>
  );
}

async function register(name: string, password: string) {
  try {
    const optionsJSON = await request("POST /account/passkeys/options", { body: { password } });
    return await request("POST /account/passkeys", {
      body: { name, response: await startRegistration({ optionsJSON }) },
    });
  } catch (error) {
    throw explainPasskeyError(error);
  }
}

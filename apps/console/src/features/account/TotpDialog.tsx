import type { TotpEnrollment } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import { CodeField } from "../../shared/account/CodeField.tsx";
import { type RequestBody, request } from "../../shared/api/request.ts";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { focus } from "../../shared/ui/focus.ts";
import { drawQrCode, QrCode } from "../../shared/ui/QrCode.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

interface TotpDialogProps {
  /** Called after the app is confirmed and any recovery codes are saved. */
  onDone: () => void;
  onDismiss: () => void;
}

/** Sets up an authenticator app: password, QR code and first code, recovery codes. */
export function TotpDialog({ onDone, onDismiss }: TotpDialogProps) {
  const [enrollment, setEnrollment] = useState<TotpEnrollment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const title = codes ? "Save your recovery codes" : "Set up an authenticator app";
  return (
    <Dialog isOpen onDismiss={codes ? onDone : onDismiss} title={title} closeLabel="Close">
      {codes && <RecoveryCodes codes={codes} onDone={onDone} />}
      {!codes && enrollment && (
        <ScanStep
          enrollment={enrollment}
          onConfirmed={(recoveryCodes) => (recoveryCodes ? setCodes(recoveryCodes) : onDone())}
        />
      )}
      {!codes && !enrollment && (
        <>
          <p className="mt-2">Confirm your password to continue.</p>
          <PasswordForm
            action="Continue"
            onConfirm={async (password) =>
              setEnrollment(await request("POST /account/two-factor/totp", { body: { password } }))
            }
            onDismiss={onDismiss}
          />
        </>
      )}
    </Dialog>
  );
}

interface ScanStepProps {
  enrollment: TotpEnrollment;
  onConfirmed: (recoveryCodes: string[] | null) => void;
}

function ScanStep({ enrollment, onConfirmed }: ScanStepProps) {
  const confirm = useMutation({
    mutationFn: (body: RequestBody<"POST /account/two-factor/totp/confirm">) =>
      request("POST /account/two-factor/totp/confirm", { body }),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const drawing = useMemo(() => drawQrCode(enrollment.uri), [enrollment.uri]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate({ code: String(new FormData(event.currentTarget).get("code")) });
  };
  return (
    <form onSubmit={submit} className="mt-2 grid gap-4">
      <p ref={focus} tabIndex={-1} className="outline-none">
        Scan this QR code with your authenticator app, or enter the key manually.
      </p>
      {drawing && <QrCode drawing={drawing} label="QR code for your authenticator app" />}
      <div>
        <p className="flex items-center justify-between font-medium">
          Setup key
          <CopyButton text={enrollment.secret} label="Copy setup key" />
        </p>
        <code className="wrap-anywhere block rounded-sm bg-surface-sunken px-3 py-2 font-mono text-sm">
          {inGroups(enrollment.secret)}
        </code>
      </div>
      <CodeField />
      <InlineError error={confirm.error} />
      <Button submit size="sm" className="justify-self-start" disabled={confirm.isPending}>
        Turn on
      </Button>
    </form>
  );
}

/** Groups of four characters, which are easier to type. */
function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(" ");
}

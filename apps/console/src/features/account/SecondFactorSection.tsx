import type { TwoFactorResponse } from "@marquee/contract/schema";
import { Badge, Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { request } from "../../shared/api/request.ts";
import { formatDay, formatPrecise } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { TotpDialog } from "./TotpDialog.tsx";
import { twoFactorQuery, useFactorsChanged } from "./twoFactorQuery.ts";

interface ReplaceCodesDialogProps {
  onDone: () => void;
  onDismiss: () => void;
}

/** The authenticator app and recovery codes. */
export function SecondFactorSection() {
  const factors = useQuery(twoFactorQuery);
  return (
    <AccountSection
      title="Two-factor authentication"
      description="Requires a code from your phone or a passkey after your password."
    >
      <QueryView query={factors} loading={<Skeleton className="h-24" />}>
        {(data) => <SecondFactors factors={data} />}
      </QueryView>
    </AccountSection>
  );
}

function SecondFactors({ factors }: { factors: TwoFactorResponse }) {
  const [open, setOpen] = useState<"totp" | "codes" | "removal" | null>(null);
  const changed = useFactorsChanged();
  const close = () => setOpen(null);
  const finish = async () => {
    close();
    await changed();
  };
  const { totpSince, recoveryCodesLeft, passkeys, isRequired } = factors;
  const isOn = totpSince !== null || passkeys.length > 0;
  return (
    <div className="grid gap-4">
      <p>
        {isOn ? <Badge tone="leaf">On</Badge> : <Badge>Off</Badge>}{" "}
        {isRequired && <span className="text-ink-muted">This server requires it.</span>}
      </p>
      <Row
        title="Authenticator app"
        status={
          totpSince === null ? (
            "Not set up"
          ) : (
            <span title={formatPrecise(totpSince)}>Set up {formatDay(totpSince)}</span>
          )
        }
        action={totpSince === null ? "Set up" : "Remove"}
        actionName={totpSince === null ? "Set up authenticator app" : "Remove authenticator app"}
        isPrimary={!isOn}
        onClick={() => setOpen(totpSince === null ? "totp" : "removal")}
      />
      {isOn && (
        <Row
          title="Recovery codes"
          status={leftText(recoveryCodesLeft)}
          action="Generate new codes"
          onClick={() => setOpen("codes")}
        />
      )}
      {open === "totp" && <TotpDialog onDone={finish} onDismiss={close} />}
      {open === "codes" && <ReplaceCodesDialog onDone={finish} onDismiss={close} />}
      {open === "removal" && (
        <Dialog isOpen onDismiss={close} title="Remove your authenticator app?" closeLabel="Close">
          <p className="mt-2">
            {passkeys.length === 0
              ? "Two-factor authentication turns off, and your recovery codes stop working. "
              : "Your passkeys stay. "}
            Your other sessions will be signed out.
          </p>
          <PasswordForm
            action="Remove"
            isFinal
            onConfirm={(password) =>
              request("POST /account/two-factor/totp/remove", { body: { password } }).then(finish)
            }
            onDismiss={close}
          />
        </Dialog>
      )}
    </div>
  );
}

interface RowProps {
  title: string;
  status: ReactNode;
  action: string;
  /** Accessible name, if `action` is too short to be clear. */
  actionName?: string;
  isPrimary?: boolean;
  onClick: () => void;
}

function Row({ title, status, action, actionName, isPrimary = false, onClick }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-hairline border-t pt-4">
      <div>
        <h3 className="font-medium">{title}</h3>
        <p className="mt-0.5 text-ink-muted text-xs">{status}</p>
      </div>
      <Button
        variant={isPrimary ? "primary" : "secondary"}
        size="sm"
        aria-label={actionName}
        onClick={onClick}
      >
        {action}
      </Button>
    </div>
  );
}

function leftText(count: number): string {
  if (count === 0) return "None left. Generate new ones.";
  return count === 1 ? "1 code left. Generate new ones soon." : `${count} codes left`;
}

/** Generates new recovery codes, which invalidates the old ones. */
function ReplaceCodesDialog({ onDone, onDismiss }: ReplaceCodesDialogProps) {
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
              setCodes(
                (await request("POST /account/two-factor/recovery-codes", { body: { password } }))
                  .recoveryCodes,
              )
            }
            onDismiss={onDismiss}
          />
        </>
      )}
    </Dialog>
  );
}

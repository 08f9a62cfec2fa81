import { ROLE_NAMES } from "../../shared/account/roles.ts";
import { ScreenHeader } from "../../shared/ui/ScreenHeader.tsx";
import type { ScreenProps } from "../../shared/ui/screen.types.ts";
import { PasskeysSection } from "./PasskeysSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { SecondFactorSection } from "./SecondFactorSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";

/** What people set for themselves: how they sign in, and where they are signed in. */
export function AccountScreen({ title, account, onSignedOut }: ScreenProps) {
  return (
    <>
      <ScreenHeader title={title} />
      <p className="wrap-anywhere mt-1 text-ink-muted">
        {account.email} · {ROLE_NAMES[account.role]}
      </p>
      <div className="mt-6 max-w-5xl">
        <PasswordSection email={account.email} />
        <SecondFactorSection />
        <PasskeysSection />
        <SessionsSection onSignedOut={onSignedOut} />
      </div>
    </>
  );
}

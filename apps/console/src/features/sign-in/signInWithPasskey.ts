import type { SessionAnswer } from "@marquee/contract/schema";
import { explainPasskeyError } from "../../shared/account/passkeySupport.ts";
import { api, type PasskeyStep } from "../../shared/api/api.ts";

/** Has the browser ask for a passkey. @throws an Error with words for a person. */
export async function signInWithPasskey(step: PasskeyStep): Promise<SessionAnswer> {
  try {
    // Most sign-ins don't need it.
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const optionsJSON = await api.passkeyOptions(step);
    return await api.signInWithPasskey(step, await startAuthentication({ optionsJSON }));
  } catch (error) {
    throw explainPasskeyError(error);
  }
}

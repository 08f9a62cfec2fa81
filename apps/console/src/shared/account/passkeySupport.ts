import { ApiError } from "../api/request.ts";

/** Why passkeys cannot work in this browser at this address; null where they can. */
export function findPasskeyProblem(): string | null {
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    return `Passkeys don't work at an IP address. Open the console at its domain name instead of ${location.hostname}.`;
  }
  if (!("PublicKeyCredential" in window)) {
    return "This browser doesn't support passkeys, or the console isn't open over HTTPS.";
  }
  return null;
}

/** What went wrong while the browser asked for a passkey, in words for a person. */
export function explainPasskeyError(error: unknown): Error {
  if (error instanceof ApiError || error instanceof TypeError) return error;
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return new Error("This device already has a passkey for your account.");
  // Browsers do not tell canceling from a timeout, or whether there was a passkey (WebAuthn, section 14.5).
  if (name === "NotAllowedError" || name === "AbortError")
    return new Error("The passkey request was canceled or timed out. Try again.");
  return new Error("The browser couldn't use a passkey here. Try again, or use another method.");
}

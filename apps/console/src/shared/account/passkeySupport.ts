import { ApiError } from "../api/request.ts";

/** Why passkeys can't work in this browser or at this URL; null if they can. */
export function findPasskeyProblem(): string | null {
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    return `Passkeys don't work at an IP address. Open the console at its domain name instead of ${location.hostname}.`;
  }
  if (!("PublicKeyCredential" in window)) {
    return "This browser doesn't support passkeys, or the console isn't open over HTTPS.";
  }
  return null;
}

/** A readable error for a failed passkey request. Errors of the API and the network are returned as they are. */
export function explainPasskeyError(error: unknown): Error {
  if (error instanceof ApiError || error instanceof TypeError) return error;
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return new Error("This device already has a passkey for your account.");
  // Browsers don't distinguish a cancellation, a timeout and a missing passkey (WebAuthn, section 14.5).
  if (name === "NotAllowedError" || name === "AbortError")
    return new Error("The passkey request was canceled or timed out. Try again.");
  return new Error("The browser couldn't use a passkey here. Try again, or use another method.");
}

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import Type, { type Static } from "typebox";
import { DONE, type RouteRows, response } from "../kernel/routeRow.ts";

/** Second factors that can complete a sign-in after a correct password. Each is true only if the account has set it up. */
export interface SecondStep {
  hasTotp: boolean;
  hasPasskey: boolean;
  hasRecoveryCodes: boolean;
}

export interface Passkey {
  /** Credential ID, base64url. */
  id: string;
  name: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  lastUsedAt: number | null;
}

/** The second factors of the signed-in account. */
export interface TwoFactorResponse {
  /** Whether the server requires a second factor of every account. */
  isRequired: boolean;
  /** When the authenticator app was set up, in milliseconds since the epoch; null without one. */
  totpSince: number | null;
  recoveryCodesLeft: number;
  passkeys: Passkey[];
  /** Why passkeys do not work at this server's URL; null if they do. */
  passkeyProblem: string | null;
}

/** A new authenticator app. It becomes active when its first code is confirmed. */
export interface TotpEnrollment {
  /** Base32, for manual entry. */
  secret: string;
  /** The secret as an `otpauth:` URI, for a QR code. */
  uri: string;
}

/** New recovery codes, shown once; null if earlier ones are still valid. */
export interface RecoveryCodesResponse {
  recoveryCodes: string[] | null;
}

const Password = Type.String({ maxLength: 400 });
const Name = Type.String({ minLength: 1, maxLength: 60 });
/** Response of the browser's WebAuthn API. The server verifies every part of it. */
const WebAuthnResponse = Type.Object(
  { id: Type.String({ maxLength: 1400 }), response: Type.Object({}) },
  { additionalProperties: true },
);

/** The password, required again to add or remove a second factor. */
export const ConfirmationSchema = Type.Object({ password: Password }, { additionalProperties: false });
export type Confirmation = Static<typeof ConfirmationSchema>;

/** A code from an authenticator app, or a recovery code. */
export const CodeSchema = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 60 }) },
  { additionalProperties: false },
);
export type Code = Static<typeof CodeSchema>;

export const NewPasskeySchema = Type.Object(
  { name: Name, response: WebAuthnResponse },
  { additionalProperties: false },
);

/** Sent in the body, because credential IDs are too long for a path: up to 1,023 bytes (WebAuthn, section 4). */
const CredentialId = Type.String({ minLength: 1, maxLength: 1400 });

export const PasskeyRenameSchema = Type.Object(
  { id: CredentialId, name: Name },
  { additionalProperties: false },
);

export const PasskeyRemovalSchema = Type.Object(
  { id: CredentialId, password: Password },
  { additionalProperties: false },
);

export const PasskeyProofSchema = Type.Object(
  { response: WebAuthnResponse },
  { additionalProperties: false },
);

export const TWO_FACTOR_ROUTES = {
  "GET /account/two-factor": { access: "read", response: response<TwoFactorResponse>() },
  "POST /account/two-factor/recovery-codes": {
    access: "read",
    body: ConfirmationSchema,
    response: response<RecoveryCodesResponse>(),
  },
  "POST /account/two-factor/totp": {
    access: "read",
    body: ConfirmationSchema,
    response: response<TotpEnrollment>(),
  },
  "POST /account/two-factor/totp/confirm": {
    access: "read",
    body: CodeSchema,
    response: response<RecoveryCodesResponse>(),
  },
  "POST /account/two-factor/totp/remove": { access: "read", body: ConfirmationSchema, response: DONE },
  "POST /account/passkeys": {
    access: "read",
    body: NewPasskeySchema,
    response: response<RecoveryCodesResponse>(),
  },
  "POST /account/passkeys/options": {
    access: "read",
    body: ConfirmationSchema,
    response: response<PublicKeyCredentialCreationOptionsJSON>(),
  },
  "POST /account/passkeys/rename": { access: "read", body: PasskeyRenameSchema, response: DONE },
  "POST /account/passkeys/remove": { access: "read", body: PasskeyRemovalSchema, response: DONE },
  "POST /account/proof": { access: "read", body: ConfirmationSchema, response: DONE },
  "POST /account/proof/passkey/options": {
    access: "read",
    response: response<PublicKeyCredentialRequestOptionsJSON>(),
  },
  "POST /account/proof/passkey": { access: "read", body: PasskeyProofSchema, response: DONE },
} as const satisfies RouteRows;

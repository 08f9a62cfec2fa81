import Type, { type Static } from "typebox";

/** What somebody may prove themselves with once their password was right; each is there only if they set it up. */
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
  /** Whether the server requires one of everybody. */
  isRequired: boolean;
  /** When the authenticator app was set up, in milliseconds since the epoch; null without one. */
  totpSince: number | null;
  recoveryCodesLeft: number;
  passkeys: Passkey[];
  /** Why passkeys cannot work at this server's address; null where they can. */
  passkeyProblem: string | null;
}

/** A new authenticator app, which counts once a first code is confirmed. */
export interface TotpEnrollment {
  /** Base32, for typing. */
  secret: string;
  /** The same as an `otpauth:` address, for a QR code. */
  uri: string;
}

/** New recovery codes, shown once; null where earlier ones still hold. */
export interface RecoveryCodesResponse {
  recoveryCodes: string[] | null;
}

const Password = Type.String({ maxLength: 400 });
const Name = Type.String({ minLength: 1, maxLength: 60 });
/** What the browser's WebAuthn API answered; the server verifies every part of it. */
const WebAuthnResponse = Type.Object(
  { id: Type.String({ maxLength: 1400 }), response: Type.Object({}) },
  { additionalProperties: true },
);

/** The password once more, before a second factor is added or removed. */
export const ConfirmationSchema = Type.Object({ password: Password }, { additionalProperties: false });
export type Confirmation = Static<typeof ConfirmationSchema>;

/** A code of an authenticator app or a recovery code. */
export const CodeSchema = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 60 }) },
  { additionalProperties: false },
);
export type Code = Static<typeof CodeSchema>;

export const NewPasskeySchema = Type.Object(
  { name: Name, response: WebAuthnResponse },
  { additionalProperties: false },
);
export type NewPasskey = Static<typeof NewPasskeySchema>;

/** Credential IDs are too long for a path: up to 1,023 bytes (WebAuthn, section 4). */
const CredentialId = Type.String({ minLength: 1, maxLength: 1400 });

export const PasskeyRenameSchema = Type.Object(
  { id: CredentialId, name: Name },
  { additionalProperties: false },
);
export type PasskeyRename = Static<typeof PasskeyRenameSchema>;

export const PasskeyRemovalSchema = Type.Object(
  { id: CredentialId, password: Password },
  { additionalProperties: false },
);
export type PasskeyRemoval = Static<typeof PasskeyRemovalSchema>;

export const PasskeyProofSchema = Type.Object(
  { response: WebAuthnResponse },
  { additionalProperties: false },
);
export type PasskeyProof = Static<typeof PasskeyProofSchema>;

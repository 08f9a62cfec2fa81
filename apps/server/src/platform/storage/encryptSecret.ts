import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/**
 * Encrypts a secret with AES-256-GCM. The output is base64url of nonce (12 bytes), tag (16 bytes) and ciphertext.
 * @param key 256 bits, base64url.
 * @param owner whose secret it is, as additional authenticated data: it decrypts only for the same owner.
 */
export function encryptSecret(secret: string, key: string, owner: string): string {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, "base64url"), nonce);
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/**
 * Decrypts the output of {@link encryptSecret}.
 * @throws if the text was altered or belongs to another owner.
 */
export function decryptSecret(text: string, key: string, owner: string): string {
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv(
    ALGORITHM,
    Buffer.from(key, "base64url"),
    bytes.subarray(0, NONCE_LENGTH),
    { authTagLength: TAG_LENGTH },
  );
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
  const opened = decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH));
  return Buffer.concat([opened, decipher.final()]).toString("utf8");
}

/** Keys of secrets, 256 bits each, base64url. */
export interface SecretsKeys {
  /** Encrypts new secrets. */
  current: string;
  /** Decrypt secrets from before a key change. */
  earlier: readonly string[];
}

/**
 * Decrypts a secret with any of the keys.
 * @returns also the key that it was encrypted with.
 * @throws if none of them decrypts it.
 */
export function openSecret(
  text: string,
  { current, earlier }: SecretsKeys,
  owner: string,
): { secret: string; key: string } {
  let failure: unknown;
  for (const key of [current, ...earlier]) {
    try {
      return { secret: decryptSecret(text, key, owner), key };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

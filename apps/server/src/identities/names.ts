import { createHmac } from "node:crypto";
import { isEmailAddress } from "@marquee/contract";
import type { SigningKey } from "../storage/records/signingKeys.ts";

/** A name that belongs to one person only. For an email address, `value` is its hash. */
export interface Name {
  kind: "user" | "email" | "lead";
  value: string;
}

/** The keyed hash of an email address, regardless of case and surrounding spaces. Without the key, nobody can test which addresses are stored. */
export type HashEmail = (email: string) => string;

/** @param key the same for all server instances. */
export function createEmailHash(key: SigningKey): HashEmail {
  return (email) => createHmac("sha256", key()).update(email.trim().toLowerCase()).digest("base64url");
}

/** PostgreSQL can't store NUL, and limits the size of an index entry. */
const MAX_BYTES = 1000;

/** Whether an ID can be linked to others. Clients can send any ID, so those that the records can't store are skipped. */
export function isLinkable(id: string): boolean {
  return id !== "" && !id.includes("\0") && Buffer.byteLength(id) <= MAX_BYTES;
}

/** The name that an email address is stored under; null if the text isn't one. */
export function nameOfEmail(text: string, hashEmail: HashEmail): Name | null {
  return isEmailAddress(text.trim()) ? { kind: "email", value: hashEmail(text) } : null;
}

/** The name that a user ID is stored under; null if it can't be linked. Some applications use email addresses as user IDs. */
export function nameOfUser(userId: string, hashEmail: HashEmail): Name | null {
  return nameOfEmail(userId, hashEmail) ?? (isLinkable(userId) ? { kind: "user", value: userId } : null);
}

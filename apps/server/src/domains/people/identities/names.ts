import { createHmac } from "node:crypto";
import { isEmailAddress } from "@marquee/contract";
import type { SigningKey } from "../../../platform/storage/records/signingKeys.ts";

/** A name that belongs to one person only. For an email address, `value` is its hash. */
export interface Name {
  kind: "user" | "email" | "lead";
  value: string;
}

/** Keyed hashes. Without the key, nobody can test which addresses and IDs are stored. */
export interface HashEmail {
  /** Hashes an email address, regardless of case and surrounding spaces. */
  (email: string): string;
  /** Hashes an ID. */
  ofId(id: string): string;
}

/** @param key must be the same for all server instances. */
export function createEmailHash(key: SigningKey): HashEmail {
  const hash = (text: string) => createHmac("sha256", key()).update(text).digest("base64url");
  return Object.assign((email: string) => hash(email.trim().toLowerCase()), {
    // The prefix can't occur in an email address.
    ofId: (id: string) => hash(`id\0${id}`),
  });
}

/** The hash of an ID or email address, under which requests about its person are stored. */
export function hashSubject(subject: string, hashEmail: HashEmail): string {
  return isEmailAddress(subject.trim()) ? hashEmail(subject) : hashEmail.ofId(subject);
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

import { type Milliseconds, ONE_DAY, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { SigningKeys } from "../../../platform/storage/records/signingKeys.ts";
import type { AttemptResult } from "../../leads/deliveries/delivery.types.ts";
import { settled } from "../../leads/deliveries/startDeliveries.ts";
import type { Mail } from "../../mail/sendMail.ts";
import { createSignedLinks } from "../../mail/signedLinks.ts";
import type { Channels } from "../channels/createChannels.ts";
import type { ChecksOptions } from "../checks/createChecks.ts";
import { digestMail } from "./digestMail.ts";
import { claimDigest, endDigest, settleDigest } from "./digestStore.ts";
import { type DigestWeek, dueWeek } from "./digestWeek.ts";
import { type Digest, readDigest } from "./readDigest.ts";

/** Weekly digests for the accounts that turned them on. */
export interface Digests {
  /** Sends those that are due. */
  sendDue(signal: AbortSignal): Promise<void>;
  /** The digest of the latest whole week, as the account would get it. */
  build(accountId: string): Promise<Omit<Mail, "to" | "id">>;
  /** Sends one now. Never throws. */
  sendNow(account: { id: string; email: string }): Promise<AttemptResult>;
  /** Whether a link in a digest is real. */
  isLink(token: string): boolean;
  /** Ends the digest of the account that the link belongs to. */
  unsubscribe(token: string): Promise<void>;
}

interface DigestsOptions extends Pick<ChecksOptions, "db" | "eventStore" | "questions" | "site"> {
  channels: Pick<Channels, "connected" | "sendMail">;
  keys: Pick<SigningKeys, "of">;
  consoleUrl: string;
  now: () => Timestamp;
}

const UNSUBSCRIBE_PATH = "/digest/unsubscribe";
/** Paths and texts of the unsubscribe page. */
export const DIGEST_UNSUBSCRIBING = {
  path: UNSUBSCRIBE_PATH,
  texts: {
    question: "Stop the weekly digest?",
    done: "You can turn the digest on again in the console, under Alerts.",
    broken: "It is incomplete. Sign in to the console and turn the digest off under Alerts.",
  },
};

const LEASE: Milliseconds = 5 * ONE_MINUTE;
const FRESH: Milliseconds = 5 * ONE_MINUTE;
/** After that, the week is too old, and the next digest is near. */
const LATEST: Milliseconds = 3 * ONE_DAY;

export function createDigests(options: DigestsOptions): Digests {
  const { db, site, channels, keys, consoleUrl, now } = options;
  const links = createSignedLinks(keys.of("digests"));
  const mailTo = (accountId: string, digest: Digest) =>
    digestMail(digest, {
      consoleUrl,
      unsubscribeUrl: `${consoleUrl}${UNSUBSCRIBE_PATH}/${links.sign(accountId)}`,
    });
  let latest: { week: string; readAt: Timestamp; digest: Promise<Digest> } | null = null;
  /** The figures are read once for all recipients. */
  const read = (week: DigestWeek): Promise<Digest> => {
    if (latest?.week === week.first && now() - latest.readAt < FRESH) return latest.digest;
    const digest = readDigest(options, week);
    latest = { week: week.first, readAt: now(), digest };
    // A failed read is not cached.
    digest.catch(() => {
      latest = null;
    });
    return digest;
  };
  const build = async (accountId: string) => mailTo(accountId, await read(dueWeek(now(), site.current())));
  return {
    build,
    async sendDue(signal) {
      const week = dueWeek(now(), site.current());
      if (now() - week.dueAt > LATEST || !channels.connected().includes("email")) return;
      const claim = () => claimDigest(db, { week: week.first, now: now(), lease: LEASE });
      let claimed = await claim();
      const digest = claimed && (await read(week));
      for (; claimed && digest && !signal.aborted; claimed = await claim()) {
        const { accountId, email } = claimed;
        const mail = { to: [email], id: `digest-${week.first}-${accountId}`, ...mailTo(accountId, digest) };
        const result = await channels.sendMail(mail, signal);
        if (signal.aborted && result.outcome === "failed") return;
        await settleDigest(db, claimed, settled(claimed, result, now()));
      }
    },
    async sendNow({ id, email }) {
      return channels.sendMail({ to: [email], ...(await build(id)) }, new AbortController().signal);
    },
    isLink: (token) => links.read(token) !== null,
    async unsubscribe(token) {
      const accountId = links.read(token);
      if (accountId) await endDigest(db, accountId);
    },
  };
}

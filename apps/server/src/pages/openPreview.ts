import type { Timestamp } from "@marquee/contract";
import type { FastifyRequest } from "fastify";
import type { TwoFactorPolicy } from "../domains/accounts/secondFactor/twoFactorPolicy.ts";
import type { Sessions } from "../domains/accounts/sessions.ts";
import { type PreviewSources, requirePreviewAccess } from "../domains/publishing/previewAccess.ts";
import { openPreviewLink } from "../domains/publishing/previewLinkStore.ts";
import { readPreviewToken, type SignedPreview } from "../domains/publishing/previewLinks.ts";
import { ApiError } from "../platform/errors/apiError.ts";
import type { SigningKey } from "../platform/storage/records/signingKeys.ts";

export interface OpenPreviewOptions extends PreviewSources {
  signingKey: SigningKey;
  sessions: Pick<Sessions, "find">;
  policy: Pick<TwoFactorPolicy, "mustSetUp">;
  now: () => Timestamp;
}

export interface OpenedPreview extends SignedPreview {
  /** Email address of the account that created it. */
  madeBy: string;
  expiresAt: Timestamp;
}

/** Why there is no preview, and what to do. */
export interface ClosedPreview {
  title: string;
  text: string;
}

const EXPIRED: ClosedPreview = {
  title: "This preview has expired",
  text: "Ask the person who sent the link for a new one.",
};
const FORGED: ClosedPreview = {
  title: "This link does not work",
  text: "It is incomplete, or was changed. Copy it again, or ask the person who sent it for a new one.",
};
const ENDED: ClosedPreview = {
  title: "This link no longer works",
  text: "It was revoked, or the person who made it can't share this anymore. Ask them for a new one.",
};
const NOT_SIGNED_IN: ClosedPreview = {
  title: "This is not a preview link",
  text: "Only the person who made it can see it, while they are signed in to the console. To show it to others, choose Copy link in the console.",
};

/** Checks whether a token may be opened by this request: its signature, its link or session, and what its account may preview now. */
export async function openPreview(
  options: OpenPreviewOptions,
  token: string,
  request: FastifyRequest,
): Promise<OpenedPreview | ClosedPreview> {
  const { db, signingKey, now } = options;
  const read = readPreviewToken(signingKey, token, now());
  if (read.state !== "valid") return read.state === "expired" ? EXPIRED : FORGED;
  const isLink = "link" in read.for;
  const person =
    "link" in read.for
      ? (await openPreviewLink(db, read.for.link, now()))?.madeBy
      : await findAccount(options, read.for.account, request);
  if (!person) return isLink ? ENDED : NOT_SIGNED_IN;
  try {
    await requirePreviewAccess(options, person, read.choices, now());
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "forbidden")) throw error;
    return isLink ? ENDED : { title: "You can't preview this anymore", text: error.message };
  }
  return { ...read, madeBy: person.email };
}

async function findAccount({ sessions, policy }: OpenPreviewOptions, id: string, request: FastifyRequest) {
  const account = await sessions.find(request, { renew: false });
  return account?.id === id && !(await policy.mustSetUp(account)) ? account : undefined;
}

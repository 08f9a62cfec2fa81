import { randomUUID } from "node:crypto";
import { previewFacts, type Timestamp } from "@marquee/contract";
import { PREVIEW_LIFETIME, PREVIEW_LINK_LIFETIMES, type PreviewChoices } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { SigningKey } from "../../../platform/storage/records/signingKeys.ts";
import type { Account } from "../../accounts/accounts.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import type { Flags } from "../../flags/startFlags.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import { readDraft } from "../draftStore.ts";
import { type PreviewSources, requirePreviewAccess } from "../previewAccess.ts";
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from "../previewLinkStore.ts";
import { createPreviewPrefix } from "../previewLinks.ts";
import { findRevision } from "../revisionStore.ts";

interface PreviewLinkRoutesOptions extends Pick<PreviewSources, "publishing"> {
  db: RecordsDatabase;
  flags: Pick<Flags, "nextScheduledChange">;
  site: Pick<CurrentSite, "current">;
  /** Signs the addresses of previews. */
  previewKey: SigningKey;
  now: () => Timestamp;
}

/** Previews for the console itself, and links that show one to people without an account. */
export function previewLinkRoutes({
  db,
  publishing,
  flags,
  site,
  previewKey,
  now,
}: PreviewLinkRoutesOptions) {
  const sources = { db, publishing, nextScheduledChange: flags.nextScheduledChange };

  /** Checks that the choices exist and that the account may see them. @returns the name of the draft. */
  const check = async (person: Account, choices: PreviewChoices) => {
    await requirePreviewAccess(sources, person, choices, now());
    if (choices.revision && !(await findRevision(db, choices.revision)))
      throw new ApiError("not_found", "This revision does not exist.");
    return choices.draft === undefined ? undefined : (await readDraft(db, choices.draft)).name;
  };

  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /content/preview", async (request) => {
      const person = request.account;
      const { choices, marked } = request.body;
      await check(person, choices);
      const expiresAt = now() + PREVIEW_LIFETIME;
      const preview = { choices, for: { account: person.id }, ...(marked !== undefined && { marked }) };
      return { prefix: createPreviewPrefix(previewKey, preview, expiresAt), expiresAt };
    });

    addRoute(scope, "GET /content/preview/links", async (request) => ({
      links: await listPreviewLinks(db, request.account, now()),
    }));

    addRoute(scope, "POST /content/preview/links", async (request) => {
      const person = request.account;
      const { choices, page, lifetime } = request.body;
      const draftName = await check(person, choices);
      const facts = previewFacts(choices, { timeZone: site.current().timeZone, draftName });
      const [id, expiresAt] = [randomUUID(), now() + PREVIEW_LINK_LIFETIMES[lifetime]];
      // Rejects too many choices before anything is stored.
      const prefix = createPreviewPrefix(previewKey, { choices, for: { link: id } }, expiresAt);
      const link = await createPreviewLink(db, { id, page, facts, expiresAt }, { person, now: now() });
      return { link, path: `${prefix}?page=${encodeURIComponent(page)}` };
    });

    addRoute(scope, "POST /content/preview/links/:id/revoke", async (request) => {
      await revokePreviewLink(db, request.params.id, { person: request.account, now: now() });
      return {};
    });
  };
}

import { ONE_SECOND } from "@marquee/contract";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import type { ContentfulConfig } from "../../../platform/config/contentfulConfig.ts";
import type { AddressPolicy } from "../../../platform/http/addressPolicy.ts";
import { guardedRequest } from "../../../platform/http/guardedRequest.ts";

const Sys = Type.Object({ id: Type.String() });

/** Field values by field name and Contentful locale, as `locale=*` returns them. */
const Fields = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()));

const Resource = Type.Object({ sys: Sys, fields: Fields });

export type Resource = Static<typeof Resource>;

/** The used part of the Content Delivery API's response to `GET …/entries`. */
const EntriesSchema = Type.Object({
  total: Type.Integer({ minimum: 0 }),
  items: Type.Array(Resource),
  includes: Type.Optional(
    Type.Object({ Entry: Type.Optional(Type.Array(Resource)), Asset: Type.Optional(Type.Array(Resource)) }),
  ),
});

/** All entries of the page content type (`items`), with the entries and assets that they link to. */
export interface ContentfulSpace {
  items: Resource[];
  entries: Resource[];
  assets: Resource[];
}

const validator = Compile(EntriesSchema);
/** Entries per response. */
const PAGE_SIZE = 100;
/** Maximum number of responses; a site has at most hundreds of pages. */
const MAX_PAGES = 50;
const TIMEOUT = 15 * ONE_SECOND;
/** Maximum size of a response. Contentful's own limit is 7 MB. */
const MAX_BYTES = 16 * 1024 ** 2;

/**
 * Fetches every entry of the content type, in all locales, with linked entries
 * (https://www.contentful.com/developers/docs/references/content-delivery-api/).
 * @throws if the API is unavailable, rejects the request or returns an invalid response.
 */
export async function fetchSpace(config: ContentfulConfig, policy: AddressPolicy): Promise<ContentfulSpace> {
  const space: ContentfulSpace = { items: [], entries: [], assets: [] };
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await fetchEntries(config, { policy, skip: page * PAGE_SIZE });
    space.items.push(...answer.items);
    space.entries.push(...(answer.includes?.Entry ?? []));
    space.assets.push(...(answer.includes?.Asset ?? []));
    if (answer.items.length === 0 || space.items.length >= answer.total) break;
  }
  return space;
}

async function fetchEntries(
  { origin, spaceId, environment, contentType, accessToken }: ContentfulConfig,
  { policy, skip }: { policy: AddressPolicy; skip: number },
) {
  const query = new URLSearchParams({
    content_type: contentType,
    locale: "*",
    include: "2",
    order: "sys.id",
    limit: String(PAGE_SIZE),
    skip: String(skip),
  });
  const path = `/spaces/${encodeURIComponent(spaceId)}/environments/${encodeURIComponent(environment)}/entries`;
  const { status, body } = await guardedRequest({
    url: `${origin}${path}?${query}`,
    policy,
    headers: { authorization: `Bearer ${accessToken}`, accept: "application/json" },
    timeout: TIMEOUT,
    maxBytes: MAX_BYTES,
  });
  if (status !== 200) throw new Error(`Contentful responded with ${status}${hintOf(status)}`);
  const value: unknown = JSON.parse(body.toString("utf8"));
  if (!validator.Check(value)) throw new Error("Contentful's response is not a list of entries");
  return value;
}

function hintOf(status: number): string {
  if (status === 401 || status === 403)
    return "; check the access token, which must be one of the Content Delivery API";
  if (status === 404) return "; check the space ID and the environment";
  return status === 400 ? "; check the content type" : "";
}

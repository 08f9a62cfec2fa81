import Type, { type Static } from "typebox";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { NewRecord, RecordChange, type StoredRecord } from "../kernel/versioned.schema.ts";

const STRICT = { additionalProperties: false };
export const MAX_CAMPAIGN_NAME_LENGTH = 100;
const NAME = Type.String({ minLength: 1, maxLength: MAX_CAMPAIGN_NAME_LENGTH, pattern: "\\S" });
const OPTIONAL_NAME = Type.String({ maxLength: MAX_CAMPAIGN_NAME_LENGTH });

const CampaignLinkDefinitionSchema = Type.Object(
  {
    /** Path of a page of the site, or a URL at one of its hosts. */
    destination: Type.String({ minLength: 1, maxLength: 1000 }),
    source: NAME,
    medium: NAME,
    campaign: NAME,
    /** Empty for none. */
    content: OPTIONAL_NAME,
    term: OPTIONAL_NAME,
    isDeleted: Type.Boolean(),
  },
  STRICT,
);
export type CampaignLinkDefinition = Static<typeof CampaignLinkDefinitionSchema>;

/** A saved link with campaign parameters. */
export type CampaignLink = StoredRecord<CampaignLinkDefinition>;

export interface CampaignLinksResponse {
  /** Newest first, without deleted ones. */
  links: CampaignLink[];
  /** Origin of the site. */
  origin: string;
  /** Pages that links can lead to. */
  pages: { path: string; title: string }[];
}

export const CAMPAIGN_LINKS_ROUTES = {
  "GET /campaign-links": { access: "read analytics", response: response<CampaignLinksResponse>() },
  "POST /campaign-links": {
    access: "edit analytics",
    body: NewRecord(CampaignLinkDefinitionSchema),
    response: response<CampaignLink>(),
    invalidates: ["GET /campaign-links", "GET /changes"],
  },
  "PUT /campaign-links/:id": {
    access: "edit analytics",
    body: RecordChange(CampaignLinkDefinitionSchema),
    response: response<CampaignLink>(),
    invalidates: ["GET /campaign-links", "GET /changes"],
  },
} as const satisfies RouteRows;

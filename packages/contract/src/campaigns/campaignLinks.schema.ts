import Type, { type Static } from "typebox";
import { type RouteRows, response } from "../kernel/routeRow.ts";

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
  },
  STRICT,
);
export type CampaignLinkDefinition = Static<typeof CampaignLinkDefinitionSchema>;

export const NewCampaignLinkSchema = Type.Object({ link: CampaignLinkDefinitionSchema }, STRICT);
export const CampaignLinkChangeSchema = Type.Object({ isDeleted: Type.Boolean() }, STRICT);

/** A link with campaign parameters that somebody made. */
export interface CampaignLink extends CampaignLinkDefinition {
  id: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Email address of the account. */
  createdBy: string;
}

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
    body: NewCampaignLinkSchema,
    response: response<CampaignLink>(),
    invalidates: ["GET /campaign-links"],
  },
  "PUT /campaign-links/:id": {
    access: "edit analytics",
    body: CampaignLinkChangeSchema,
    response: response<CampaignLink>(),
    invalidates: ["GET /campaign-links"],
  },
} as const satisfies RouteRows;

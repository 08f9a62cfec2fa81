import Type, { type Static } from "typebox";
import type { Json } from "../kernel/json.ts";
import type { Locale } from "../kernel/locales.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { type DraftPage, MAX_REVISION_NOTE_LENGTH } from "./drafts.schema.ts";
import { ItemKey, Pointer, Revision, STRICT } from "./parts.schema.ts";

export const PublicationSchema = Type.Object(
  { note: Type.String({ maxLength: MAX_REVISION_NOTE_LENGTH }) },
  STRICT,
);

export const RevisionsQuerySchema = Type.Object(
  {
    /** Number of a revision; the ones before it are returned. */
    before: Type.Optional(Type.Integer({ minimum: 1 })),
    item: Type.Optional(ItemKey),
  },
  STRICT,
);

/** Publishes the content of an earlier revision as a new one: all of it, or one field. 0 is the content of the files. */
export const RestoreSchema = Type.Object(
  {
    revision: Revision,
    /** Number of the revision that the editor saw last. Nothing is restored if a newer one has been published. */
    head: Revision,
    field: Type.Optional(Type.Object({ item: ItemKey, pointer: Pointer }, STRICT)),
  },
  STRICT,
);

export type Restoration = Static<typeof RestoreSchema>;

/** A field that a revision changed. Null means a missing value. */
export interface RevisionField {
  item: string;
  pointer: string;
  label: string;
  before: Json;
  after: Json;
}

export interface RevisionSummary {
  number: number;
  id: string;
  author: string;
  at: number;
  note: string;
  /** Number of the revision whose content it restored; null for changes of a draft. */
  restored: number | null;
  /** Key of the experiment whose variation it published; null for everything else. */
  experiment: string | null;
  /** Its changes: item, its title, names of the fields, at most {@link MAX_NAMED_FIELDS}, and the change to a whole page. */
  items: {
    item: string;
    title: string;
    locale: Locale | null;
    fields: string[];
    count: number;
    step: DraftPage["step"] | null;
  }[];
}

export const MAX_NAMED_FIELDS = 3;

export interface RevisionsResponse {
  revisions: RevisionSummary[];
  /** Number to continue from; null if there are no more. */
  next: number | null;
  head: number;
}

export interface RevisionResponse {
  revision: RevisionSummary;
  fields: RevisionField[];
  head: number;
}

export interface PublicationResponse {
  /** Number of the new revision. */
  revision: number;
}

export const REVISIONS_ROUTES = {
  "POST /content/drafts/:id/publish": {
    access: "publish content",
    body: PublicationSchema,
    response: response<PublicationResponse>(),
    invalidates: ["GET /content*"],
  },
  "GET /content/revisions": {
    access: "read content",
    query: RevisionsQuerySchema,
    response: response<RevisionsResponse>(),
  },
  "GET /content/revisions/:number": { access: "read content", response: response<RevisionResponse>() },
  "POST /content/restore": {
    access: "publish content",
    body: RestoreSchema,
    response: response<PublicationResponse>(),
  },
} as const satisfies RouteRows;

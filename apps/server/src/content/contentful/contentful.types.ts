import { type Static, Type } from "typebox";

const Sys = Type.Object({ id: Type.String() });
/** Members that differ by locale, by Contentful's names of locales: what `locale=*` asks for. */
const Fields = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()));
const Resource = Type.Object({ sys: Sys, fields: Fields });
export type Resource = Static<typeof Resource>;

/** Response of the Content Delivery API to `GET …/entries`, as far as it is used. */
export const EntriesSchema = Type.Object({
  total: Type.Integer({ minimum: 0 }),
  items: Type.Array(Resource),
  includes: Type.Optional(
    Type.Object({ Entry: Type.Optional(Type.Array(Resource)), Asset: Type.Optional(Type.Array(Resource)) }),
  ),
});

/** All that a space holds of our pages. */
export interface ContentfulSpace {
  items: Resource[];
  entries: Resource[];
  assets: Resource[];
}

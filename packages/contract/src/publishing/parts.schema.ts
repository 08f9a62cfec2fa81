import Type from "typebox";
import { MAX_POINTER_LENGTH } from "../content/contentPointer.ts";

/** What schemas of drafts, revisions and translations have in common. */
export const STRICT = { additionalProperties: false };
export const Revision = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });
export const Pointer = Type.String({ maxLength: MAX_POINTER_LENGTH });
export const ItemKey = Type.String({ minLength: 1, maxLength: 200 });

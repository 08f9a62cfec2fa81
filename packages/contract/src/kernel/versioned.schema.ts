import Type, { type TProperties, type TSchema } from "typebox";

const STRICT = { additionalProperties: false };

/** Body that creates a record which several people may edit. */
export const NewRecord = <Definition extends TSchema>(definition: Definition) =>
  Type.Object({ definition }, STRICT);

/**
 * Body that changes such a record. A flag of its definition ends and restores it: `isArchived` if it stays listed, `isDeleted` if not. `revision` is the one that the
 * editor started from, 0 if it was never saved; another stored one is a conflict.
 * @param more additional properties of a change.
 */
export const RecordChange = <Definition extends TSchema, More extends TProperties = Record<never, never>>(
  definition: Definition,
  more = {} as More,
) => Type.Object({ ...more, revision: Type.Integer({ minimum: 0 }), definition }, STRICT);

/** A record that several people may edit, as returned to readers. */
export interface Versioned<Definition> {
  definition: Definition;
  /** Increases with each change; 0 if it was never saved. */
  revision: number;
  /** Milliseconds since the epoch; null if no account has changed it. */
  updatedAt: number | null;
  /** Email address of the account. */
  updatedBy: string | null;
}

/** The same for a record that exists only after it was saved. */
export interface StoredRecord<Definition> extends Versioned<Definition> {
  id: number;
  updatedAt: number;
}

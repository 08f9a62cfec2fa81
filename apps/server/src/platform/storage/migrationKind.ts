/**
 * - `expand`: instances of earlier versions go on beside it and after it. It loses no row that they insert meanwhile, brings back none that they delete, and
 *   leaves all that they read and write.
 * - `contract`: removes what only earlier versions use. It waits until none of them runs, while this version works with and without it, so later
 *   migrations must not depend on it.
 */
export type MigrationKind = "expand" | "contract";

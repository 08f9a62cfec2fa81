/**
 * - `expand`: instances of earlier versions keep working during and after it. It loses no rows inserted meanwhile,
 *   restores no deleted ones, and keeps everything that they read and write.
 * - `contract`: removes what only earlier versions use. It waits until none of them runs, while this version works with and without it, so later
 *   migrations must not depend on it.
 */
export type MigrationKind = "expand" | "contract";

import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { ErrorState } from "@marquee/contract/schema";
import { asc } from "drizzle-orm";
import { accounts } from "../domains/accounts/tables.ts";
import { queryReleases } from "../domains/archive/archiveQueries.ts";
import { errorStatusStore } from "../domains/monitoring/errors/errorStatusStore.ts";
import { queryErrorGroups } from "../domains/monitoring/errors/queries/errorGroups.ts";
import { EVERYTHING } from "../domains/questions/queries/selection.ts";
import type { DemoStores } from "./clearDemo.ts";
import type { DemoError } from "./errors.ts";
import { DEMO_ACTOR } from "./marks.ts";
import type { Story } from "./story.ts";

const MOST_GROUPS = 1000;

/** Statuses of the demo's errors, with times. One that is resolved in the bad release comes back in the next. */
const DECISIONS: Record<
  NonNullable<DemoError["decision"]>,
  (story: Story) => { state: ErrorState; at: Timestamp; isOwned: boolean }
> = {
  resolved: ({ badRelease }) => ({ state: "resolved", at: badRelease.to + ONE_DAY, isOwned: true }),
  returned: ({ badRelease }) => ({ state: "resolved", at: badRelease.from + 2 * ONE_DAY, isOwned: true }),
  ignored: ({ today }) => ({ state: "ignored", at: today - 30 * ONE_DAY, isOwned: false }),
  assigned: ({ today }) => ({ state: "open", at: today - 2 * ONE_DAY, isOwned: true }),
};

/** Stores statuses of the demo's errors. The owner is the oldest account, if there is one. Errors with an existing status are left unchanged. */
export async function storeErrorStatuses(
  { eventStore, db }: Pick<DemoStores, "eventStore" | "db">,
  errors: readonly DemoError[],
  story: Story,
): Promise<void> {
  const [owner] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .orderBy(asc(accounts.createdAt))
    .limit(1);
  const releases = await queryReleases(db);
  const groups = await queryErrorGroups(
    eventStore,
    { from: 0, to: story.now + 1, selection: EVERYTHING },
    { choice: { only: null, except: [] }, limit: MOST_GROUPS },
  );
  for (const { decision, message } of errors) {
    if (decision === undefined) continue;
    const { state, at, isOwned } = DECISIONS[decision](story);
    const definition = { message, state, owner: isOwned ? (owner?.id ?? null) : null };
    const author = { actor: DEMO_ACTOR, now: at, releases };
    for (const group of groups.filter((each) => each.message === message)) {
      const key = group.fingerprint;
      if ((await errorStatusStore.revisionOf(db, key)) > 0) continue;
      await errorStatusStore.change(db, { key, revision: 0, definition }, author);
    }
  }
}

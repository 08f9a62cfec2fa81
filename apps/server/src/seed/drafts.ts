import {
  type Json,
  ONE_DAY,
  ONE_HOUR,
  parseItemKey,
  parsePointer,
  type SiteContent,
  type Timestamp,
  valueAt,
} from "@marquee/contract";
import { contentDraftFields, contentDrafts } from "../domains/publishing/tables.ts";
import type { DemoStores } from "./clearDemo.ts";
import { DEMO_ACTOR } from "./marks.ts";

interface DemoDraft {
  name: string;
  /** Milliseconds from now until it is published on schedule; null if it has no schedule. */
  after: number | null;
  changes: readonly (readonly [item: string, pointer: string, value: string])[];
}

/** Drafts that the demo's team is working on. */
const DRAFTS: readonly DemoDraft[] = [
  {
    name: "Spring campaign",
    after: 7 * ONE_DAY,
    changes: [
      ["copy:en:home", "/hero/title", "Plans change. Your team keeps up."],
      ["copy:fr-FR:home", "/hero/title", "Tout change. Votre équipe garde le cap."],
    ],
  },
  {
    name: "Clearer pricing page",
    after: null,
    changes: [["copy:en:pricing", "/hero/title", "One price for the whole team"]],
  },
];

/** Stores the demo's drafts, over texts that the site has. */
export async function storeDrafts(
  db: DemoStores["db"],
  { content, now }: { content: SiteContent; now: Timestamp },
): Promise<void> {
  const at = new Date(now - 3 * ONE_HOUR);
  const by = { createdBy: DEMO_ACTOR, createdAt: at, updatedAt: at };
  for (const { name, after, changes } of DRAFTS) {
    const schedule = after !== null && {
      scheduledFor: new Date(now + after),
      scheduledBy: DEMO_ACTOR,
      scheduledAt: at,
      scheduleNote: "",
    };
    const [draft] = await db
      .insert(contentDrafts)
      .values({ name, state: "open" as const, ...by, ...schedule })
      .returning();
    const fields = changes.flatMap(([item, pointer, value]) => {
      const from = textAt(content, item, pointer);
      const change = from !== undefined && { value, from };
      const bytes = Buffer.byteLength(JSON.stringify(value));
      return draft && change
        ? [{ draft: draft.id, item, pointer, change, bytes, revision: 1, author: DEMO_ACTOR, at }]
        : [];
    });
    if (fields.length > 0) await db.insert(contentDraftFields).values(fields);
  }
}

function textAt({ copy }: SiteContent, item: string, pointer: string): Json | undefined {
  const address = parseItemKey(item);
  if (address?.kind !== "copy") return undefined;
  return valueAt((copy[address.locale][address.id] ?? null) as Json, parsePointer(pointer) ?? []);
}

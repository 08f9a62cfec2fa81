import { isJsonObject } from "@marquee/contract";
import type { Change } from "@marquee/contract/schema";
import { subjectName } from "./kinds.ts";

/** A change as a sentence in three parts; the middle one is the changed item, which a list may link to. */
export interface ChangeSentence {
  /** "ada@example.com created the " */
  before: string;
  /** "goal Sent a form"; empty if the change is to the person's own account. */
  subject: string;
  after: string;
}

type ToldChange = Pick<Change, "entity" | "key" | "action" | "actor" | "before" | "after">;

/** Actions on accounts: on the person's own, and on someone else's, followed by their email address. */
const ACCOUNT_TEXTS: Readonly<Record<string, { own: string; other: string; after?: string }>> = {
  joined: { own: "joined the team", other: "added", after: " to the team" },
  invited: { own: "invited themselves", other: "invited" },
  changed: { own: "changed their own access", other: "changed the access of" },
  removed: { own: "left the team", other: "removed", after: " from the team" },
  withdrawn: { own: "withdrew their invitation", other: "withdrew the invitation of" },
  "signed out": { own: "ended one of their sessions", other: "ended a session of" },
  "signed out everywhere": { own: "signed out everywhere", other: "ended all sessions of" },
  "password changed": { own: "changed their password", other: "changed the password of" },
  "authenticator app added": { own: "added an authenticator app", other: "added an authenticator app for" },
  "authenticator app removed": {
    own: "removed their authenticator app",
    other: "removed the authenticator app of",
  },
  "recovery code used": { own: "signed in with a recovery code", other: "used a recovery code of" },
  "recovery codes replaced": {
    own: "replaced their recovery codes",
    other: "replaced the recovery codes of",
  },
  "two-factor reset": {
    own: "reset their two-factor authentication",
    other: "reset the two-factor authentication of",
  },
  "passkey added": { own: "added a passkey", other: "added a passkey for" },
  "passkey renamed": { own: "renamed a passkey", other: "renamed a passkey of" },
  "passkey removed": { own: "removed a passkey", other: "removed a passkey of" },
};

/** Wordings of actions that are not a plain verb. */
const VERBS: Readonly<Record<string, string>> = { "deleted replay": "deleted" };

/** "ada@example.com created the goal Sent a form." */
export function describeChange(change: ToldChange): ChangeSentence {
  const { entity, key, action, actor } = change;
  const account = entity === "account" ? ACCOUNT_TEXTS[action] : undefined;
  if (account) {
    if (actor === key) return { before: `${actor} ${account.own}.`, subject: "", after: "" };
    return { before: `${actor} ${account.other} `, subject: key, after: `${account.after ?? ""}.` };
  }
  const verb = VERBS[action] ?? action;
  const to = action === "assigned" ? ownerOf(change) : null;
  return { before: `${actor} ${verb} the `, subject: subjectName(change), after: to ? ` to ${to}.` : "." };
}

function ownerOf({ after }: Pick<Change, "after">): string | null {
  return isJsonObject(after) && typeof after.owner === "string" ? after.owner : null;
}

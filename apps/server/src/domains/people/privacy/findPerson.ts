import { isEmailAddress } from "@marquee/contract";
import type { RequestScope } from "@marquee/contract/schema";
import { inArray } from "drizzle-orm";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { leads } from "../../leads/tables.ts";
import { type HashEmail, type Name, nameOfEmail, nameOfUser } from "../identities/names.ts";
import {
  findPeople,
  findUsersOfBrowser,
  isOnePerson,
  limitBrowsers,
  type PersonNames,
  readNames,
} from "../identities/readPeople.ts";
import type { Identities } from "../identities/startIdentities.ts";
import { mergeIdentities, NOBODY, type PersonIdentities, readIdentities } from "./identities.ts";
import { queryNamesOfRows } from "./queries/namesOfRows.ts";

export interface PersonStores {
  eventStore: Pick<EventStore, "query">;
  db: RecordsDatabase;
  identities: Identities;
}

export interface FoundPerson {
  /** All IDs of the person's rows: the requested name and those in `linked`. */
  identities: PersonIdentities;
  /** The person's IDs in the table of identities. */
  linked: PersonIdentities;
  /** Some of the people who used a browser that several people used. Lookups do not follow its ID to them. */
  sharedBy: PersonNames[];
  /** Their number; 0 if the name is not such a browser. */
  sharedByCount: number;
  /** Whether more names are linked than one person can have. Then they are not followed. */
  hasTooManyNames: boolean;
}

/** Maximum number of listed people of a shared browser. */
const MAX_SHARED_BY = 20;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds all names of a person.
 * @param id an anonymous ID, a user ID, an email address, a lead's ID, or the ID of a person in the table of identities.
 * @param scope `name` excludes data stored under other names.
 */
export async function findPerson(
  stores: PersonStores,
  id: string,
  scope: RequestScope = "person",
): Promise<FoundPerson> {
  const { db, identities } = stores;
  await identities.catchUp();
  const { hashEmail } = identities;
  const requested = identitiesOfName(id, hashEmail);
  if (scope === "name")
    return { identities: requested, linked: NOBODY, sharedBy: [], sharedByCount: 0, hasTooManyNames: false };
  const named = await findPeople(db, namesOf(requested, hashEmail));
  const users = await findUsersOfBrowser(db, id);
  // A browser's ID identifies its user only if one person used it.
  const isShared = named.length === 0 && users.length > 1;
  const followed = named.length > 0 || isShared ? named : users;
  const people = await readNames(db, followed.length === 0 && UUID.test(id) ? [id] : followed);
  const linkedIdentities = await identitiesOfPeople(stores, people);
  const linked = linkedIdentities ?? NOBODY;
  const { browsers, ...merged } = mergeIdentities([requested, linked]);
  return {
    identities: { ...merged, browsers: browsers.filter((browser) => !merged.ids.includes(browser)) },
    linked,
    sharedBy: isShared ? await readNames(db, users.slice(0, MAX_SHARED_BY)) : [],
    sharedByCount: isShared ? users.length : 0,
    hasTooManyNames: linkedIdentities === null,
  };
}

/** Identities with those that became known since; unchanged if there are too many for one person. */
export async function addNewIdentities(
  stores: PersonStores,
  current: PersonIdentities,
): Promise<PersonIdentities> {
  const { db, identities } = stores;
  const people = await readNames(db, await findPeople(db, namesOf(current, identities.hashEmail)));
  const merged = mergeIdentities([current, (await identitiesOfPeople(stores, people)) ?? NOBODY]);
  return { ...merged, browsers: limitBrowsers(merged.browsers) };
}

/** The names under which the table of identities has this person, except for browsers. */
export function namesOf(
  { ids, emails, emailHashes, leads: leadIds }: PersonIdentities,
  hashEmail: HashEmail,
): Name[] {
  return [
    ...ids.map((id) => nameOfUser(id, hashEmail)),
    ...emails.map((email) => nameOfEmail(email, hashEmail)),
    ...emailHashes.map((value) => ({ kind: "email" as const, value })),
    ...leadIds.map((value) => ({ kind: "lead" as const, value })),
  ].filter((name) => name !== null);
}

/** The IDs of data stored under exactly this name. */
function identitiesOfName(id: string, hashEmail: HashEmail): PersonIdentities {
  const email = id.toLowerCase();
  return readIdentities({
    ids: [id],
    ...(isEmailAddress(id) && { emails: [email], emailHashes: [hashEmail(email)] }),
    ...(UUID.test(id) && { leads: [id] }),
  });
}

/** @returns null if these are too many names for one person. */
async function identitiesOfPeople(
  { eventStore, db, identities: { hashEmail } }: PersonStores,
  people: readonly PersonNames[],
): Promise<PersonIdentities | null> {
  if (people.length === 0) return NOBODY;
  const all = (name: Exclude<keyof PersonNames, "person">) => people.flatMap((person) => person[name]);
  const [userIds, emailHashes, leadIds] = [all("userIds"), all("emailHashes"), all("leadIds")];
  if (!isOnePerson(userIds.length + emailHashes.length)) return null;
  const anonymousIds = limitBrowsers(all("anonymousIds"));
  const eventNames = await queryNamesOfRows(eventStore, { userIds, anonymousIds });
  const ofLeads = await db.select({ email: leads.email }).from(leads).where(inArray(leads.id, leadIds));
  // Rows of a shared browser also name other people.
  const isTheirs = (text: string) => {
    const name = nameOfEmail(text, hashEmail);
    return name !== null && emailHashes.includes(name.value);
  };
  const emailUserIds = eventNames.userIds.filter(isTheirs);
  return mergeIdentities([
    readIdentities({
      ids: [...userIds, ...emailUserIds],
      browsers: anonymousIds,
      emails: [
        ...eventNames.emails.filter(isTheirs),
        ...[...emailUserIds, ...ofLeads.map(({ email }) => email)].map((email) => email.toLowerCase()),
      ],
      emailHashes,
      leads: leadIds,
    }),
  ]);
}

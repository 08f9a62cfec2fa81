import type { PersonSummary } from "@marquee/contract/schema";

/** The title of a person: their name, otherwise the most recognizable of their IDs. */
export function personTitle({
  name,
  email,
  userIds,
}: Pick<PersonSummary, "name" | "email" | "userIds">): string {
  return name || email || userIds[0] || "Unnamed person";
}

import type { PersonSummary } from "@marquee/contract/schema";

/** What a person is called: by name, else by the best known of their other names. */
export function personTitle({
  name,
  email,
  userIds,
}: Pick<PersonSummary, "name" | "email" | "userIds">): string {
  return name || email || userIds[0] || "Unnamed person";
}

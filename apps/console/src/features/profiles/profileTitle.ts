import type { ProfileSummary } from "@marquee/contract/schema";

/** What a person is called: by name, else by the best known of their other names. */
export function profileTitle({
  name,
  email,
  userIds,
}: Pick<ProfileSummary, "name" | "email" | "userIds">): string {
  return name || email || userIds[0] || "Unnamed person";
}

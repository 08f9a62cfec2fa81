/** Addresses lose their query and fragment, which may contain personal data: RUM events outlive theirs. */
export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, "");
}

/** A stack without the queries of its addresses; line and column numbers stay. */
export function withoutQueries(stack: string): string {
  return stack.replace(/https?:\/\/[^\s)]+/g, (address) => {
    const end = address.search(/[?#]/);
    const [place = ""] = /(?::\d+){0,2}$/.exec(address) ?? [];
    return end < 0 ? address : address.slice(0, end) + place;
  });
}

/** The session of our own that the site names in the context of its RUM events; 0 for none. */
export function linkedSessionOf(event: object): number {
  const { context } = event as { context?: { marquee?: { session_id?: unknown } | null } | null };
  const id = context?.marquee?.session_id;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : 0;
}

let current = "";

/** Sets the site that queries are about. No screen sends a query before the session is loaded. */
export function setSiteId(id: string): void {
  current = id;
}

export function siteId(): string {
  return current;
}

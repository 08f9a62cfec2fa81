let current = "";

/** Sets the site that questions are about. Before the session is loaded, no screen asks one. */
export function setSiteId(id: string): void {
  current = id;
}

export function siteId(): string {
  return current;
}

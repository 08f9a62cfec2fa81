let current = "";

/** Sets the site that questions are about. Until the session is known, no screen asks one. */
export function setSiteId(id: string): void {
  current = id;
}

export function siteId(): string {
  return current;
}

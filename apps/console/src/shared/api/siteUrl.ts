let current: string | null = null;

/** Sets the origin of the site, if the console has its own host. */
export function setSiteUrl(url: string): void {
  current = url;
}

/** Origin of the site, where its pages are. */
export function siteUrl(): string {
  return current ?? location.origin;
}

export function hasOwnHost(): boolean {
  return current !== null;
}

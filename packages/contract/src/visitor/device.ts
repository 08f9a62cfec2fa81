/** What the user agents of phones and tablets contain (specification, section 4). */
const MOBILE_PATTERN = /android|iphone|ipad|ipod|blackberry|iemobile|opera mini|mobile/i;

/** Whether a `User-Agent` header is that of a desktop browser: every one is that does not name a mobile device. */
export function isDesktop(userAgent: string): boolean {
  return !MOBILE_PATTERN.test(userAgent);
}

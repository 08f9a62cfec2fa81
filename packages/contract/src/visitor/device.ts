/** Words in the user agents of phones and tablets (specification, section 4). */
const MOBILE_PATTERN = /android|iphone|ipad|ipod|blackberry|iemobile|opera mini|mobile/i;

/** Whether a `User-Agent` header is from a desktop browser: any that does not name a mobile device, including the empty one. */
export function isDesktop(userAgent: string): boolean {
  return !MOBILE_PATTERN.test(userAgent);
}

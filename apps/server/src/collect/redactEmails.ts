/** In any spelling that the address bar reads as `email`. */
const EMAIL_PARAMETER = /([?&#;](?:e|%[46]5)(?:m|%[46]d)(?:a|%[46]1)(?:i|%[46]9)(?:l|%[46]c)=)[^&#;"\\\s]*/gi;

/**
 * Replaces the value of every `email` query parameter within the texts of some JSON by REDACTED (specification, section 5). For
 * what clients send that are not ours: it is done before anything is stored, and all else stays as it came.
 */
export function redactEmails(json: string): string {
  return json.replace(EMAIL_PARAMETER, "$1REDACTED");
}

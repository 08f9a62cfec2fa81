/** Problems never contain the password. */
export function readOwner(
  email: string | null,
  password: string | null,
  problems: string[],
): { email: string; password: string } | null {
  if (email && password) return { email, password };
  if (email || password)
    problems.push("OWNER_EMAIL and OWNER_PASSWORD must be set together: set both or neither.");
  return null;
}

/** Problems never contain the secret. */
export function readWebhook(
  url: string | null,
  secret: string | null,
  problems: string[],
): { url: string; secret: string } | null {
  if (url === null && secret === null) return null;
  if (url === null || !/^https?:/.test(url) || !URL.canParse(url)) {
    problems.push("LEADS_WEBHOOK_URL: use an http or https URL, or leave LEADS_WEBHOOK_SECRET empty too.");
    return null;
  }
  if (secret !== null && secret.length >= 16) return { url, secret };
  problems.push("LEADS_WEBHOOK_SECRET: use at least 16 characters. It signs requests to LEADS_WEBHOOK_URL.");
  return null;
}

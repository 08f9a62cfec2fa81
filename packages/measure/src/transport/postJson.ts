/**
 * Posts `body` in a request that may outlive its page; the bodies of such requests under way must stay below 64 KiB together. Sends no
 * cookies and follows no redirect.
 * @throws {TypeError | DOMException} when no answer comes, as `fetch` does.
 */
export function postJson(url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: "omit",
    redirect: "error",
    signal: signal ?? null,
  });
}

import { createServer } from "node:http";

/** A server for pages of other hosts: `*.localhost` on one port, which Chromium resolves to this computer. */
export interface OtherHosts {
  /** @returns the host with its port. */
  host(name: string): string;
  url(name: string, path?: string): string;
  stop(): Promise<void>;
}

const NONCE = "e2e";

/** A single-page app without frameworks. An event waits for the script in `window.marquee`. */
const DOCUMENT = (site: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Docs</title><script src="${site}/marquee.js" async></script></head>
<body>
<h1>Docs</h1>
<a href="/guide">Guide</a>
<button data-track-event-name="Docs Copied">Copy</button>
<button data-consent-open>Cookies</button>
<script nonce="${NONCE}">
  window.marquee = [["track", "Docs Opened"]];
  document.querySelector("a").addEventListener("click", (event) => {
    event.preventDefault();
    history.pushState(null, "", "/guide");
    document.title = "Guide";
  });
</script>
</body></html>`;

/** @param site origin whose script the pages load. Their policy allows only that, as in docs/install.md. */
export async function startOtherHosts(port: number, site: string): Promise<OtherHosts> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' ${site}`,
    `connect-src ${site}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  const server = createServer((request, response) => {
    const isPage = request.headers.accept?.includes("text/html");
    if (!isPage) return response.writeHead(204).end();
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy });
    return response.end(DOCUMENT(site));
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  const host = (name: string) => `${name}.localhost:${port}`;
  return {
    host,
    url: (name, path = "/") => `http://${host(name)}${path}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

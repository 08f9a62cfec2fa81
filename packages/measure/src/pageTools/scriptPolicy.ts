import { cutText } from "@marquee/contract";

/** Loads a script by its URL. The promise never rejects; it stays open if the script cannot be loaded. */
export type LoadScript = (url: string) => Promise<void>;

/** Trusted Types, which TypeScript's library does not have yet (https://www.w3.org/TR/trusted-types/). */
interface TrustedTypes {
  defaultPolicy: object | null;
  createPolicy(name: "default", rules: Record<string, (text: string) => string | null>): unknown;
}

/** Maximum length of a rejected text shown in the console. */
const SHOWN_MAX_LENGTH = 100;
const REASON =
  "was refused: connected tools may only load scripts from their own hosts. Custom HTML tags and inline code run unreviewed, so they are not supported.";

/**
 * Creates a function that loads scripts of connected tools. The first script also creates the document's default Trusted Types policy, which
 * allows script URLs of these origins (because tools load further scripts) and neither markup nor code.
 * @param origins such as `https://www.googletagmanager.com` or `https://*.example.com`.
 */
export function createScriptPolicy(origins: readonly string[]): LoadScript {
  return (url) => {
    admit(origins);
    const script = document.createElement("script");
    script.async = true;
    script.src = url;
    return new Promise((resolve) => {
      script.addEventListener("load", () => resolve());
      document.head.append(script);
    });
  };
}

function admit(origins: readonly string[]): void {
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  const refuse = (kind: string) => (text: string) => {
    console.warn(`[measure] ${kind} ${REASON}`, cutText(text, SHOWN_MAX_LENGTH));
    return null;
  };
  const refuseUrl = refuse("A script URL");
  trustedTypes.createPolicy("default", {
    createScriptURL: (url) => (isFrom(url, origins) ? url : refuseUrl(url)),
    createHTML: refuse("Markup"),
    createScript: refuse("Code"),
  });
}

function isFrom(url: string, origins: readonly string[]): boolean {
  if (!URL.canParse(url, document.baseURI)) return false;
  const { origin, host } = new URL(url, document.baseURI);
  return origins.some((allowed) => {
    const [scheme, parent] = allowed.split("//*");
    return parent === undefined
      ? allowed === origin
      : origin.startsWith(`${scheme}//`) && host.endsWith(parent);
  });
}

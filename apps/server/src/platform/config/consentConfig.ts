import type { ConsentDefault, ConsentProvider } from "@marquee/contract";

export interface ConsentConfig {
  consentDefault: ConsentDefault;
  consentProvider: ConsentProvider;
}

const OWN: ConsentProvider = { name: "own" };
/** An account's ID, with `-test` for unpublished settings. */
const DOMAIN_SCRIPT = /^[\w-]{1,100}$/;

/** Reads `CONSENT_*` and `ONETRUST_*`. Adds problems to `problems`; the fallback asks for consent. */
export function readConsentConfig(
  env: Record<string, string | undefined>,
  problems: string[],
): ConsentConfig {
  const consentDefault = env.CONSENT_DEFAULT?.trim() || "ask";
  const consentProvider = readProvider(env, problems);
  if (consentDefault === "ask" || consentDefault === "granted") return { consentDefault, consentProvider };
  problems.push(`CONSENT_DEFAULT=${consentDefault}: use ask or granted.`);
  return { consentDefault: "ask", consentProvider };
}

function readProvider(env: Record<string, string | undefined>, problems: string[]): ConsentProvider {
  const name = env.CONSENT_PROVIDER?.trim() || "own";
  const domainScript = env.ONETRUST_DOMAIN_SCRIPT?.trim() ?? "";
  if (name === "onetrust" && DOMAIN_SCRIPT.test(domainScript)) return { name, domainScript };
  if (name === "onetrust")
    problems.push(
      "ONETRUST_DOMAIN_SCRIPT: use the data-domain-script ID of OneTrust's script tag (letters, digits and dashes).",
    );
  else if (name !== "own") problems.push(`CONSENT_PROVIDER=${name}: use own or onetrust.`);
  return OWN;
}

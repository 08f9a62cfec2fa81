/** Node's codes for a certificate that no authority it trusts has signed, or that is another server's. */
const CODES = [
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "ERR_TLS_CERT_ALTNAME_INVALID",
];

/**
 * What to do about a store whose certificate is not trusted, for the operator; null for other errors.
 * @param variable variable for a file with authorities.
 */
export function certificateAdvice(error: unknown, variable: string): string | null {
  if (!(error instanceof Error)) return null;
  if (error.cause) return certificateAdvice(error.cause, variable);
  const { code = "" } = error as NodeJS.ErrnoException;
  if (!CODES.includes(code)) return null;
  return `Its certificate is not trusted (${code}). If your own authority signed it, set ${variable} to a PEM file with that authority's certificate.`;
}

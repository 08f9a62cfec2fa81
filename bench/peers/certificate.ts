// The certificate library needs it before its own import.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { cryptoProvider, PemConverter, X509CertificateGenerator } from "@peculiar/x509";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const ONE_DAY = 24 * 60 * 60 * 1000;

export interface Certificate {
  /** PEM. */
  cert: string;
  /** PEM, PKCS #8. */
  key: string;
  /** Base64 of the SHA-256 hash of the public key, as in Chromium's `--ignore-certificate-errors-spki-list`. */
  publicKeyHash: string;
}

/**
 * A new certificate for 127.0.0.1, valid for a day. It is self-signed, so the browser gets its public key.
 */
export async function createCertificate(): Promise<Certificate> {
  cryptoProvider.set(webcrypto as Crypto);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=127.0.0.1",
    notBefore: new Date(Date.now() - ONE_DAY),
    notAfter: new Date(Date.now() + ONE_DAY),
    signingAlgorithm: ALGORITHM,
    keys,
  });
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  const publicKey = await webcrypto.subtle.exportKey("spki", keys.publicKey);
  const hash = await webcrypto.subtle.digest("SHA-256", publicKey);
  return {
    cert: certificate.toString("pem"),
    key: PemConverter.encode(key, "PRIVATE KEY"),
    publicKeyHash: Buffer.from(hash).toString("base64"),
  };
}

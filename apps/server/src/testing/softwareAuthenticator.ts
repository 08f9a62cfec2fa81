import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** Fields of an authenticator response; tests can falsify them. */
interface Claims {
  origin?: string;
  challenge?: string;
  /** Signature counter. Default: increases by one with each response. */
  counter?: number;
  isUserVerified?: boolean;
  userHandle?: string;
}

/** A security key in software, with one P-256 credential and no attestation. */
export interface SoftwareAuthenticator {
  register(options: PublicKeyCredentialCreationOptionsJSON, claims?: Claims): RegistrationResponseJSON;
  authenticate(options: PublicKeyCredentialRequestOptionsJSON, claims?: Claims): AuthenticationResponseJSON;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const encode = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

/** @param origin of the page that uses it. */
export function createSoftwareAuthenticator(origin: string): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(16);
  const id = encode(credentialId);
  let counter = 0;
  let userHandle = "";

  const clientData = (type: string, challenge: string, claims: Claims) => {
    const said = { type, challenge: claims.challenge ?? challenge, origin: claims.origin ?? origin };
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }));
  };
  const authenticatorData = (claims: Claims, credential?: Uint8Array) => {
    counter = claims.counter ?? counter + 1;
    const flags =
      USER_PRESENT |
      ((claims.isUserVerified ?? true) ? USER_VERIFIED : 0) |
      (credential ? HAS_CREDENTIAL : 0);
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(counter, 1);
    const rpIdHash = sha256(new URL(claims.origin ?? origin).hostname);
    return Buffer.concat([rpIdHash, tail, credential ?? Buffer.alloc(0)]);
  };

  return {
    register(options, claims = {}) {
      userHandle = options.user.id;
      const clientDataJSON = clientData("webauthn.create", options.challenge, claims);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const aaguid = Buffer.alloc(16);
      const credential = Buffer.concat([aaguid, length, credentialId, coseOf(publicKey)]);
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authenticatorData(claims, credential))],
      ]);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: encode(clientDataJSON),
          attestationObject: encode(isoCBOR.encode(attestation)),
          transports: ["internal"],
        },
      };
    },
    authenticate(options, claims = {}) {
      const clientDataJSON = clientData("webauthn.get", options.challenge, claims);
      const data = authenticatorData(claims);
      const signature = sign("sha256", Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: encode(clientDataJSON),
          authenticatorData: encode(data),
          signature: encode(signature),
          userHandle: claims.userHandle ?? userHandle,
        },
      };
    },
  };
}

/** The public key in COSE format: RFC 9053, section 7.1.1. */
function coseOf(key: KeyObject): Uint8Array {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );
}

/** The key in a Basic authorization header, where it is the user name: as server libraries send it. Null without one. */
export function basicKeyOf(authorization: string): string | null {
  const [scheme, encoded = ""] = authorization.split(" ");
  if (scheme?.toLowerCase() !== "basic") return null;
  return Buffer.from(encoded, "base64").toString().split(":")[0] ?? null;
}

/** The header that {@link basicKeyOf} reads. */
export function basicAuthorization(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString("base64")}`;
}

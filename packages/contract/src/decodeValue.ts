/** What a cookie or a part of an address holds, decoded; the empty string where there is nothing, or somebody else wrote nonsense. */
export function decodeValue(value: string | null): string {
  try {
    return decodeURIComponent(value ?? "");
  } catch {
    return "";
  }
}

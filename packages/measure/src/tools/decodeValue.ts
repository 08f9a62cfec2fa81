/** What a cookie holds, decoded; the empty string where there is none or somebody else wrote nonsense. */
export function decodeValue(value: string | null): string {
  try {
    return decodeURIComponent(value ?? "");
  } catch {
    return "";
  }
}

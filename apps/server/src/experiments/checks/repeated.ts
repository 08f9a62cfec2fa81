/** Names that stand more than once in a list, each once. */
export function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

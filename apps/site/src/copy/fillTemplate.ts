/**
 * Fills the `{name}` placeholders of a text from `content/copy`.
 * @throws Error naming a placeholder without a value: a mistake in the copy, which tests should find before visitors do.
 */
export function fillTemplate(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for {${name}} in "${text}".`);
    return String(value);
  });
}

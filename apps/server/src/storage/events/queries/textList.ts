/**
 * A list of texts as a parameter: it travels as JSON, because quotes within an `Array(String)` do not survive the embedded engine's binding.
 * Write it as `visitor_id IN ${textList("ids")}` and bind `textListParam(ids)`.
 */
export function textList(name: string): string {
  return `JSONExtract({${name}:String}, 'Array(String)')`;
}

export function textListParam(texts: readonly string[]): string {
  return JSON.stringify(texts);
}

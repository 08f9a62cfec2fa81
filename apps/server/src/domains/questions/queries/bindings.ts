import { textList, textListParam } from "../../../platform/storage/events/queries/sqlParts.ts";

/** Parameters of a statement. User input never becomes part of its text. */
export interface Bindings {
  params: Record<string, unknown>;
  /** Binds a value. @returns its placeholder, such as `{p3:String}`. */
  bind(value: string | number, type?: string): string;
  /** Binds a list. @returns an expression of type `Array(String)`. */
  bindTexts(values: readonly string[]): string;
}

/**
 * @param params bound under their own names.
 * @param prefix of the names of bound values. A statement with two bindings needs two prefixes.
 */
export function createBindings(params: Record<string, unknown>, prefix = "p"): Bindings {
  const all = { ...params };
  const add = (value: unknown) => {
    const name = `${prefix}${Object.keys(all).length}`;
    all[name] = value;
    return name;
  };
  return {
    params: all,
    bind: (value, type = "String") => `{${add(value)}:${type}}`,
    bindTexts: (values) => textList(add(textListParam(values))),
  };
}

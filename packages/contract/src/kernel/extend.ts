import Type, { type TObject, type TObjectOptions, type TProperties } from "typebox";

type FieldsOf<Parts extends readonly TObject[]> = Parts extends readonly [
  TObject<infer Fields>,
  ...infer Others extends readonly TObject[],
]
  ? Fields & FieldsOf<Others>
  : unknown;

/** An object schema with the fields of `parts`, and `fields`. */
export const Extend = <
  const Parts extends readonly TObject[],
  Fields extends TProperties = Record<never, never>,
>(
  parts: Parts,
  fields: Fields = {} as Fields,
  options?: TObjectOptions,
) => {
  const inherited = parts.map((part) => part.properties);
  return Type.Object(Object.assign({}, ...inherited, fields) as FieldsOf<Parts> & Fields, options);
};

import Type from "typebox";

/** A schema that accepts one of `values`. */
export const OneOf = <const Value extends string | number>(values: readonly Value[]) =>
  Type.Unsafe<Value>(Type.Enum([...values]));

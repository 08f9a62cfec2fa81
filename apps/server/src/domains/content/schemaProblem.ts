interface SchemaError {
  instancePath: string;
  message: string;
}

/** Converts a schema error to a readable message: `/sales/rules/0` becomes `sales.rules.0`. */
export function schemaProblem(error: SchemaError | undefined): { place: string; problem: string } {
  const place = error?.instancePath.slice(1).replaceAll("/", ".") ?? "";
  // The validator's message for an unknown property.
  const isUnknown = error?.message === "schema is false";
  return {
    place,
    problem: `This ${isUnknown ? "is an unknown property" : (error?.message ?? "is not valid")}.`,
  };
}

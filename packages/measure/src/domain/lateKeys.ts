/**
 * Storage entries that code loaded later writes. They stand here so that a withdrawal clears them without that code.
 * `department`: the visitor's department, an object with the field `department` (specification, section 3).
 */
export const LATE_KEYS = { department: "department" } as const;

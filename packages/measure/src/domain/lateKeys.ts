/**
 * Storage entries that code loaded later writes. They stand here so that a withdrawal clears them without that code.
 * `department`: the visitor's department, an object with the field `department` (specification, section 3). `location`: the visitor's country.
 * `gtag`: what the page's Google tag calls the visitor.
 */
export const LATE_KEYS = {
  department: "department",
  location: "marquee_location",
  gtag: "marquee_gtag",
} as const;

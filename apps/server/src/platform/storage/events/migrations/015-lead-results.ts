/**
 * Results of a lead: its value in the installation's currency, and whether a meeting is booked. `status` is now one of `new`, `contacted`, `qualified`, `won`
 * and `lost`, or `spam`.
 */
export const LEAD_RESULT_COLUMNS = [
  "ALTER TABLE leads ADD COLUMN IF NOT EXISTS value Decimal(18, 2)",
  "ALTER TABLE leads ADD COLUMN IF NOT EXISTS has_meeting UInt8",
];

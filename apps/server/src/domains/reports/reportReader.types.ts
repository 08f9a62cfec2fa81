import type { Account } from "../accounts/accounts.ts";

/** The account that reads or changes reports. */
export type ReportReader = Pick<Account, "id" | "email" | "role">;

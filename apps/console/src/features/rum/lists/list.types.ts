import type { MonitoredFilter } from "@marquee/contract/schema";
import type { RangeName } from "../../../shared/address/range.ts";

/** What every list of the screen is asked with. */
export interface ListProps {
  range: RangeName;
  filter: MonitoredFilter;
  /** One of the kinds of its rows; empty for all. */
  kind: string;
  /** As the address says it. */
  by: string;
}

import { count, PERCENT, quotient, withoutGap } from "./formulas.ts";
import type { Count, Metric } from "./metric.types.ts";

export const LEAD_METRICS = {
  leads: { formula: count("leads"), of: "leads" },
  lead_rate: {
    formula: quotient("consented_leads", "visitors", PERCENT),
    withImports: withoutGap("consented_leads", "visitors", "imported_visitors", PERCENT),
  },
  meetings: { formula: count("meetings"), of: "leads" },
  won_leads: { formula: count("won_leads"), of: "leads" },
  // Cents, because sums of fractions depend on their order.
  won_value: { formula: { counts: ["won_cents"], sql: "won_cents / 100" }, of: "leads" },
} as const satisfies Record<string, Metric>;

export const LEAD_COUNTS = {
  leads: { on: { leads: "uniqExact(lead_id)" } },
  consented_leads: { on: { leads: "uniqExactIf(lead_id, consented = 1 AND lead_audience != 'customer')" } },
  meetings: { on: { leads: "uniqExactIf(lead_id, has_meeting = 1)" } },
  won_leads: { on: { leads: "uniqExactIf(lead_id, status = 'won')" } },
  // By pages, a lead has several rows.
  won_cents: { on: { leads: "arraySum(groupUniqArrayIf((lead_id, lead_cents), status = 'won').2)" } },
} as const satisfies Record<string, Count>;

export { formatMetric } from "@marquee/contract";

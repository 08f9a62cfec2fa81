export { type Measure, type MeasureConfig, startMeasure } from "../boot/startMeasure.ts";
export type { ConsentState } from "../consent/consent.ts";
export type { QueueStatus } from "../queue/queue.ts";

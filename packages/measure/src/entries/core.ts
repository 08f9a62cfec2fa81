export { type Measure, type MeasureConfig, startMeasure } from "../boot/startMeasure.ts";
export type { ConsentState } from "../domain/consent.ts";
export type { QueueStatus } from "../domain/queue.ts";

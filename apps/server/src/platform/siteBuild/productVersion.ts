import { version } from "../../../package.json" with { type: "json" };

/** As released, such as "0.1.0". */
export const PRODUCT_VERSION: string = version;

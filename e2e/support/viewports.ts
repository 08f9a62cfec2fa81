import { IS_SOAK } from "../../scripts/test/soak.mjs";

export const PHONE = { width: 390, height: 844 };
/** The narrowest window with the wide layout. */
export const TABLET = { width: 800, height: 1000 };
export const DESKTOP = { width: 1440, height: 900 };

/** Sizes for tests of features that look different, but work the same, at each size. Tests of overflow use all three. */
export const VIEWPORTS = IS_SOAK ? [PHONE, TABLET, DESKTOP] : [PHONE, DESKTOP];

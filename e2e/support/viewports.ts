import { IS_SOAK } from "../../scripts/test/soak.mjs";

export const PHONE = { width: 390, height: 844 };
/** The narrowest window with the wide layout. */
export const TABLET = { width: 800, height: 1000 };
export const DESKTOP = { width: 1440, height: 900 };

/** At which sizes something is worked that looks different, but does not work differently, at each. Whether pages fit is asked at all of them. */
export const VIEWPORTS = IS_SOAK ? [PHONE, TABLET, DESKTOP] : [PHONE, DESKTOP];

export const IS_SOAK: boolean;

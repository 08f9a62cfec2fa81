export const SHORT_LIVED: string[];
export const QUICK_WEBASSEMBLY: string;

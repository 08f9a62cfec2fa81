/** Whether a text names one error as the server does (leading zeros are left out there), rather than being part of a message. */
export const isFingerprint = (text: string): boolean => /^[0-9a-f]{12,16}$/.test(text);

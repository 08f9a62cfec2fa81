/** As the server has it. */
export const PASSKEY_NAME_MAX_LENGTH = 60;

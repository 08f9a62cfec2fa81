/** As the server has it; it checks for itself, and refuses easily guessed passwords too. */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_HINT = "At least 12 characters. A few unrelated words work well.";

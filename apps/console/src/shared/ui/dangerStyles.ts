/** On a button that asks whether to do what cannot be undone. */
export const dangerTextStyles = "text-clay!";
/** On the button that then does it. */
export const dangerButtonStyles = "bg-clay! text-background! hover:opacity-90";

/** On a button that asks whether to do what cannot be undone. */
export const askStyles = "text-clay!";
/** On the button that then does it. */
export const finalStyles = "bg-clay! text-background! hover:opacity-90";

import clsx from "clsx";

type ButtonVariant = "primary" | "secondary" | "tertiary";
type ButtonSize = "sm" | "md" | "lg";

export interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string | undefined;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-control/50 bg-transparent text-ink hover:border-ink",
  tertiary: "text-accent underline-offset-4 hover:underline",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "h-9 px-3.5 text-sm",
  md: "h-11 px-5 text-sm",
  lg: "h-13 px-6 text-base",
};

/** The classes that buttons and links that look like buttons share. */
export function buttonStyles({ variant = "primary", size = "md", className }: ButtonStyle): string {
  return clsx(
    "inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-sm font-medium transition-colors",
    "disabled:pointer-events-none disabled:opacity-50",
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

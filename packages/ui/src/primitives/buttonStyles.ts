import clsx from "clsx";

type ButtonVariant = "primary" | "secondary" | "tertiary" | "tab" | "tab-active";
type ButtonSize = "sm" | "md" | "lg";

export interface ButtonStyle {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "rounded-sm bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "rounded-sm border border-control/50 bg-transparent text-ink hover:border-ink",
  // Often moved to the left by its padding, next to the edge of the window: the ring stays close to it.
  tertiary: "rounded-sm text-accent underline-offset-4 hover:underline focus-visible:outline-offset-0",
  tab: "border-transparent border-b-2 text-ink-muted hover:border-control hover:text-ink",
  "tab-active": "border-accent border-b-2 text-ink",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "h-9 px-3.5 text-sm",
  md: "h-11 px-5 text-sm",
  lg: "h-13 px-6 text-base",
};

/** Classes of buttons and of links that look like buttons. */
export function buttonStyles({ variant = "primary", size = "md", className }: ButtonStyle): string {
  return clsx(
    "inline-flex items-center justify-center gap-2 whitespace-nowrap font-medium transition-colors",
    "disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50",
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

import { type ReactNode, useId } from "react";

interface AccountSectionProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

export function AccountSection({ title, description, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-hairline border-t py-7 lg:grid-cols-[16rem_1fr]"
    >
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <div className="mt-1 max-w-prose text-ink-muted">{description}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

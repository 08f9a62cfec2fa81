import { ButtonLink } from "@marquee/ui";
import type { HeroAction } from "./LandingHero.tsx";

interface ClosingProps {
  title: string;
  text: string;
  primary: HeroAction;
  secondary: HeroAction;
}

/** The last block of a page: one thing to do, and one other way on. */
export function Closing({ title, text, primary, secondary }: ClosingProps) {
  return (
    <section aria-labelledby="closing-title" className="border-hairline border-t">
      <div className="mx-auto max-w-page px-5 py-24 md:px-8 lg:grid lg:grid-cols-2 lg:py-36">
        <h2 id="closing-title" className="text-balance font-display text-display lg:col-span-2">
          {title}
        </h2>
        <div className="mt-6 lg:col-start-2 lg:mt-10 lg:px-6">
          <p className="max-w-prose text-ink-muted text-lead">{text}</p>
          <p className="mt-8 flex flex-wrap gap-3">
            <ButtonLink href={primary.href} size="lg">
              {primary.label}
            </ButtonLink>
            <ButtonLink href={secondary.href} size="lg" variant="tertiary">
              {secondary.label}
            </ButtonLink>
          </p>
        </div>
      </div>
    </section>
  );
}

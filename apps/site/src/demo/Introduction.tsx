import { Button } from "@marquee/ui";
import type { GuideProps } from "./Guide.tsx";
import { GuideTitle } from "./GuideTitle.tsx";

/** Before the walk: what it is, and one button. */
export function Introduction({ copy: { intro, noScript }, dispatch }: GuideProps) {
  return (
    <>
      <GuideTitle>{intro.title}</GuideTitle>
      <p className="mt-2 text-ink-muted text-sm">{intro.text}</p>
      <noscript>
        <p className="mt-4 rounded-sm bg-sun-soft p-3 text-sm">{noScript}</p>
      </noscript>
      <Button className="mt-6 self-start" onClick={() => dispatch({ type: "start" })}>
        {intro.action}
      </Button>
    </>
  );
}

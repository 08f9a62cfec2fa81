import { Button, ButtonLink } from "@marquee/ui";
import type { GuideProps } from "./Guide.tsx";
import { GuideTitle } from "./GuideTitle.tsx";
import { postToHost } from "./postToHost.ts";
import { convertedMessage } from "./tour/tourMessages.ts";

/** After the walk: the way on, which leaves the frame. */
export function Finale({ copy: { end }, dispatch }: GuideProps) {
  return (
    <>
      <GuideTitle>{end.title}</GuideTitle>
      <p className="mt-2 text-ink-muted text-sm">{end.text}</p>
      <p className="mt-6 flex flex-wrap gap-2">
        <ButtonLink href="/sign-up" onClick={() => postToHost(convertedMessage("sign-up"))}>
          {end.action}
        </ButtonLink>
        <Button variant="secondary" onClick={() => dispatch({ type: "restart" })}>
          {end.restart}
        </Button>
      </p>
    </>
  );
}

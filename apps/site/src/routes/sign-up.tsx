import { localizePath, SEGMENT_LOCATION_ATTRIBUTE } from "@marquee/contract";
import type english from "../../../../content/copy/en/sign-up.json";
import { SignUpForm } from "../leads/Form.tsx";
import { Growth } from "../leads/Growth.tsx";
import type { PageProps } from "../site/page.types.ts";

type Copy = typeof english;

export { LEAD_FORM_COPY as copyNames } from "../leads/Form.tsx";

/** One email field and one button, next to what new users get. */
export default function SignUp({ copy, locale }: PageProps<Copy>) {
  return (
    <div
      {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "content" }}
      className="mx-auto grid max-w-page gap-y-16 px-5 pt-14 pb-20 md:px-8 lg:grid-cols-2 lg:items-center lg:pt-24 lg:pb-36"
    >
      <div className="lg:pr-14">
        <h1 className="text-balance font-display text-display">{copy.title}</h1>
        <p className="mt-6 mb-10 max-w-prose text-pretty text-ink-muted text-lead">{copy.lead}</p>
        <div className="max-w-lg">
          <SignUpForm location="page" />
        </div>
        <p className="mt-10 text-ink-muted text-sm">
          {copy.more}{" "}
          <a href={localizePath("/pricing", locale)} className="text-accent underline underline-offset-4">
            {copy.compare}
          </a>
        </p>
      </div>
      <div className="lg:pl-6">
        <h2 className="mb-8 font-medium text-accent">{copy.withTitle}</h2>
        <Growth rows={copy.with} headingLevel={3} />
      </div>
    </div>
  );
}

import { SEGMENT_LOCATION_ATTRIBUTE } from "@marquee/contract";
import { Anchor } from "@marquee/ui";
import { ArrowRight } from "lucide-react";
import type english from "../../../../content/copy/en/demo.json";
import { overlayAttributes } from "../blocks/ActionLink.tsx";
import { PageText } from "../blocks/PageText.tsx";
import { Section } from "../blocks/Section.tsx";
import { DemoFrame } from "../demo/DemoFrame.tsx";
import { LeadForm } from "../leads/Form.tsx";
import type { PageProps } from "../site/page.types.ts";

export { LEAD_FORM_COPY as copyNames } from "../leads/Form.tsx";

type Copy = typeof english;

/** The demo, with its instructions and next steps. */
export default function Demo({ copy }: PageProps<Copy>) {
  const { about, onward } = copy;
  return (
    <>
      <div
        {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "demo" }}
        className="mx-auto max-w-page px-5 pt-12 pb-20 md:px-8 lg:pt-16 lg:pb-28"
      >
        <div className="lg:grid lg:grid-cols-2 lg:items-end">
          <PageText as="h1" className="text-balance font-display text-heading lg:pr-10">
            {copy.title}
          </PageText>
          <PageText className="max-w-prose text-pretty text-ink-muted text-lead max-lg:mt-4 lg:pl-6">
            {copy.lead}
          </PageText>
        </div>
        <noscript>
          <p className="mt-8 max-w-prose rounded-md bg-sun-soft p-4">{copy.noScript}</p>
        </noscript>
        <div className="mt-8 lg:mt-12">
          <DemoFrame title={copy.frameTitle} />
        </div>
      </div>
      <Section id="about" title={about.title} layout="quarter">
        <dl className="grid gap-x-6 gap-y-8 md:grid-cols-3">
          {about.rows.map(({ name, text }) => (
            <div key={name} className="border-hairline border-t pt-4">
              <dt className="font-display text-title">{name}</dt>
              <dd className="mt-2 text-ink-muted">{text}</dd>
            </div>
          ))}
        </dl>
        <PageText className="mt-10 text-ink-muted text-sm">{about.kept}</PageText>
      </Section>
      <Section id="person" title={copy.person.title} lead={copy.person.lead} layout="side">
        <LeadForm formId={1763} location="page" headingLevel={3} />
      </Section>
      <Section id="onward" title={onward.title} layout="quarter">
        <NextSteps links={onward.links} />
      </Section>
    </>
  );
}

interface OnwardProps {
  links: readonly { label: string; text: string; href: string }[];
}

/** Next steps after the demo, one line each. Some open as an overlay once React has hydrated. */
function NextSteps({ links }: OnwardProps) {
  return (
    <ul className="border-hairline border-b">
      {links.map(({ label, text, href }) => (
        <li key={href} className="border-hairline border-t">
          <Anchor
            href={href}
            {...overlayAttributes(href, "demo")}
            className="group grid grid-cols-[1fr_auto] items-center gap-x-6 py-5 md:grid-cols-[1fr_2fr_auto]"
          >
            <span className="font-display text-title group-hover:underline">{label}</span>
            <span className="text-ink-muted max-md:row-start-2">{text}</span>
            <ArrowRight
              aria-hidden="true"
              className="size-5 text-accent max-md:row-span-2 max-md:row-start-1 max-md:col-start-2"
            />
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

import { PageText } from "./PageText.tsx";

interface CourseStep {
  name: string;
  title: string;
  text: string;
}

/** Steps along one stem, which stands on the trellis line that ends the section. */
export function Course({ steps }: { steps: readonly CourseStep[] }) {
  return (
    <ol className="relative border-accent border-l-2 lg:-mb-32 lg:pb-32">
      {steps.map((step) => (
        <li key={step.name} className="relative pb-16 pl-8 last:pb-0 md:pl-14">
          <StemLeaf />
          <PageText className="font-medium text-accent">{step.name}</PageText>
          <PageText as="h3" className="mt-1 font-display text-title">
            {step.title}
          </PageText>
          <PageText className="mt-3 max-w-prose text-ink-muted">{step.text}</PageText>
        </li>
      ))}
    </ol>
  );
}

function StemLeaf() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 16" className="absolute top-1 left-0 h-4 w-6 text-accent">
      <path d="M0 15C2 5 11 0 23 1C22 11 13 17 0 15Z" fill="currentColor" />
    </svg>
  );
}

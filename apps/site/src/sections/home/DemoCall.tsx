import { Play } from "lucide-react";
import { ActionLink } from "../../blocks/ActionLink.tsx";
import { useTrackedSection } from "../../site/useTrackedSection.ts";

interface DemoCallProps {
  copy: { title: string; text: string; action: string; steps: readonly string[] };
}

/** A call to action for the demo, with the steps that visitors do there. */
export function DemoCall({ copy }: DemoCallProps) {
  const tracked = useTrackedSection({
    id: "demo",
    model: "demo-call",
    title: copy.title,
    color: "iris-soft",
  });
  return (
    <section
      aria-labelledby="demo-title"
      id="demo"
      {...tracked}
      data-accent="iris"
      className="border-hairline border-t bg-iris-soft"
    >
      <div className="mx-auto grid max-w-page gap-10 px-5 py-20 md:px-8 lg:grid-cols-2 lg:gap-0 lg:py-28">
        <div className="lg:pr-14">
          <h2 id="demo-title" className="text-balance font-display text-heading">
            {copy.title}
          </h2>
          <p className="mt-4 max-w-prose text-lead">{copy.text}</p>
          <div className="mt-8">
            <ActionLink action={{ label: copy.action, href: "/demo" }} location="demo" size="lg" />
          </div>
        </div>
        <ol className="border-iris border-l-2 lg:ml-6">
          {copy.steps.map((step) => (
            <li key={step} className="relative flex items-baseline gap-3 py-3 pl-8 text-lead">
              <Play aria-hidden="true" className="absolute top-5 -left-1.75 size-3 fill-current text-iris" />
              {step}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

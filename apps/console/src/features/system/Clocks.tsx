import { formatCounted } from "@marquee/contract";
import type { InstanceState, WrongClock } from "@marquee/contract/schema";
import { formatLength } from "../../shared/format/format.ts";

const STORES: Record<WrongClock["store"], string> = { events: "event store", records: "record store" };

/** Whether the clocks of instances and stores agree, and which ones are off. */
export function Clocks({ instances }: { instances: readonly InstanceState[] }) {
  const wrong = instances.flatMap(({ host, report }) =>
    (report?.wrongClocks ?? []).map((clock) => ({ host, ...clock })),
  );
  return (
    <section aria-labelledby="clocks">
      <h2 id="clocks" className="font-medium">
        Clocks
      </h2>
      {wrong.length === 0 ? (
        <p className="mt-1 max-w-prose">
          The clocks of both stores agree with {formatCounted(instances.length, "instance")} to within ten
          seconds.
        </p>
      ) : (
        <ul className="mt-1 grid max-w-prose gap-1">
          {wrong.map(({ host, store, offset }) => (
            <li key={`${host} ${store}`} className="border-clay border-l-4 pl-3">
              The clock of the {STORES[store]} is{" "}
              <span className="font-medium">{formatLength(Math.abs(offset))}</span>{" "}
              {offset > 0 ? "ahead of" : "behind"} that of {host}.
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

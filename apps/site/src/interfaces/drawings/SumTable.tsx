import { useLayoutEffect, useRef, useState } from "react";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { useSamples } from "../useSamples.ts";

const MOST_HOURS = 99;

/** Hours of each task; the copy has their names. */
const HOURS: readonly number[] = [12, 20, 6];

/** A table of three number fields with their sum, which updates on input. */
export function SumTable() {
  const { sums } = useSamples();
  const [hours, setHours] = useState(HOURS);
  const table = useRef<HTMLTableElement>(null);
  const change = (index: number, text: string) => setHours((all) => all.with(index, hoursOf(text)));
  useLayoutEffect(() => {
    // Keeps what was typed before hydration.
    const typed = [...(table.current?.querySelectorAll("input") ?? [])].map(({ value }) => hoursOf(value));
    setHours((all) => all.map((each, index) => typed[index] ?? each));
  }, []);
  const sum = hours.reduce((total, each) => total + each, 0);
  return (
    <figure aria-label={sums.label}>
      <table ref={table} className="w-full text-left text-sm">
        <thead className="text-ink-muted text-xs">
          <tr>
            <th scope="col" className="py-1.5 font-normal">
              {sums.task}
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              {sums.hours}
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.rows.map((name, index) => (
            <tr key={name} className="border-hairline border-t">
              <th scope="row" className="font-normal">
                {name}
              </th>
              <td className="text-right">
                <input
                  type="number"
                  min={0}
                  max={MOST_HOURS}
                  value={hours[index]}
                  aria-label={fillTemplate(sums.hoursFor, { task: name })}
                  onChange={({ target }) => change(index, target.value)}
                  className="w-16 rounded-sm bg-transparent py-1.5 text-right hover:bg-surface-sunken"
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-ink border-t">
            <th scope="row" className="py-2 font-medium">
              {sums.sum}
            </th>
            <td className="pr-4 text-right font-medium">
              <output>{sum}</output>
            </td>
          </tr>
        </tfoot>
      </table>
    </figure>
  );
}

function hoursOf(text: string): number {
  return Math.min(MOST_HOURS, Math.max(0, Math.round(Number(text))));
}

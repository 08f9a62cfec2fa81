import { useLayoutEffect, useRef, useState } from "react";

interface Row {
  name: string;
  hours: number;
}

const MOST_HOURS = 99;

const ROWS: readonly Row[] = [
  { name: "Sign-up page", hours: 12 },
  { name: "Search", hours: 20 },
  { name: "Icons", hours: 6 },
];

/** A table of three number fields with their sum, which updates on input. */
export function SumTable() {
  const [rows, setRows] = useState(ROWS);
  const table = useRef<HTMLTableElement>(null);
  const change = (name: string, text: string) =>
    setRows((all) => all.map((row) => (row.name === name ? { ...row, hours: hoursOf(text) } : row)));
  useLayoutEffect(() => {
    // Keeps what was typed before hydration.
    const typed = [...(table.current?.querySelectorAll("input") ?? [])].map(({ value }) => hoursOf(value));
    setRows((all) => all.map((row, index) => ({ ...row, hours: typed[index] ?? row.hours })));
  }, []);
  const sum = rows.reduce((total, { hours }) => total + hours, 0);
  return (
    <figure aria-label="Sample table with a sum">
      <table ref={table} className="w-full text-left text-sm">
        <thead className="text-ink-muted text-xs">
          <tr>
            <th scope="col" className="py-1.5 font-normal">
              Task
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              Hours
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, hours }) => (
            <tr key={name} className="border-hairline border-t">
              <th scope="row" className="font-normal">
                {name}
              </th>
              <td className="text-right">
                <input
                  type="number"
                  min={0}
                  max={MOST_HOURS}
                  value={hours}
                  aria-label={`Hours for ${name}`}
                  onChange={({ target }) => change(name, target.value)}
                  className="w-16 rounded-sm bg-transparent py-1.5 text-right hover:bg-surface-sunken"
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-ink border-t">
            <th scope="row" className="py-2 font-medium">
              Sum
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

interface QuizAnswerOptionProps {
  /** Name of the radio group. */
  name: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

export function QuizAnswerOption({ name, label, isChosen, onChoose }: QuizAnswerOptionProps) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-hairline px-4 py-2.5 transition-colors hover:border-control has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}

interface EditableNameProps {
  children: string;
  /** Opens the entry; null for people who may not edit it. */
  onEdit: (() => void) | null;
}

/** The name of an entry in a list, which opens its form. */
export function EditableName({ children, onEdit }: EditableNameProps) {
  if (!onEdit) return <span className="font-medium">{children}</span>;
  return (
    <button
      type="button"
      onClick={onEdit}
      className="text-left font-medium underline-offset-4 hover:underline"
    >
      {children}
    </button>
  );
}

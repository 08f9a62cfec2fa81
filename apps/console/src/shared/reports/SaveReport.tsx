import { DEFAULT_PERIOD } from "@marquee/contract";
import { MAX_CARDS, MAX_REPORT_NAME_LENGTH, type ReportState, reportScreen } from "@marquee/contract/schema";
import { Button, Check, Field, SelectField, Switch } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { Bookmark, ChevronDown, LayoutDashboard } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { FormActions } from "../../shared/ui/FormActions.tsx";
import { useScope } from "../address/useScope.ts";
import { TextLink } from "../ui/links.tsx";
import { MenuItem } from "../ui/MenuItem.tsx";
import { Popover } from "../ui/Popover.tsx";
import { currentTitle } from "../ui/screen.tsx";
import { InlineError } from "../ui/states.tsx";
import { useVersioned } from "../versioned/useVersioned.ts";
import { type CardDraft, toCard } from "./draftCard.ts";
import { isBoard, useReports } from "./useReports.ts";

interface SaveReportProps {
  /** The screen's cards, to pin to boards. */
  cards?: readonly CardDraft[];
}

/** Saves the screen's URL as a report, or pins its cards to a board. Visible to editors only. */
export function SaveReport({ cards = [] }: SaveReportProps) {
  const [path] = useLocation();
  const { data } = useReports();
  const [open, setOpen] = useState<"save" | "pin" | null>(null);
  const screen = reportScreen(path);
  if (!screen || !data?.mayEdit) return null;
  return (
    <>
      <Popover
        label="Save"
        trigger={
          <>
            <Bookmark aria-hidden="true" className="size-4 text-ink-muted" />
            Save
            <ChevronDown aria-hidden="true" className="size-3.5 text-ink-muted max-sm:hidden" />
          </>
        }
        align="end"
      >
        {(close) => {
          const choose = (dialog: "save" | "pin") => {
            close();
            setOpen(dialog);
          };
          return (
            <div className="grid gap-1 sm:w-72">
              <MenuItem name="Save report" Icon={Bookmark} onChoose={() => choose("save")} />
              {cards.length > 0 ? (
                <MenuItem name="Pin to board" Icon={LayoutDashboard} onChoose={() => choose("pin")} />
              ) : (
                <p className="px-2.5 py-1.5 text-ink-muted text-xs">
                  {screen.isPersonal ?? `${screen.title} has nothing to pin.`} It can be saved as a report,
                  but not pinned, sent or shared by link.
                </p>
              )}
            </div>
          );
        }}
      </Popover>
      {open === "save" && <SaveDialog cards={cards} onDismiss={() => setOpen(null)} />}
      {open === "pin" && (
        <PinDialog cards={cards} boards={data.reports.filter(isBoard)} onDismiss={() => setOpen(null)} />
      )}
    </>
  );
}

interface DialogProps {
  cards: readonly CardDraft[];
  onDismiss: () => void;
}

function SaveDialog({ cards, onDismiss }: DialogProps) {
  const [path] = useLocation();
  const search = useSearch();
  const { save } = useVersioned("reports");
  const [named, setNamed] = useState({ name: "", description: "", isShared: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reportCards = cards.filter(({ isHidden }) => !isHidden).map((card) => toCard(card, null));
    const content = { kind: "screen" as const, path, search, cards: reportCards };
    save.mutate({ stored: null, definition: { ...named, isDeleted: false, content } });
  };
  return (
    <Dialog isOpen onDismiss={onDismiss} title="Save report" closeLabel="Close">
      {save.data ? (
        <Done onDismiss={onDismiss}>
          Saved {save.data.definition.name}. Find it under <TextLink href="/boards">Boards</TextLink>.
        </Done>
      ) : (
        <form className="mt-2 grid gap-4" onSubmit={submit}>
          <p className="text-ink-muted">
            {currentTitle()} with its filters and options. A relative date range such as 30 days moves with
            time.
          </p>
          <Field
            label="Name"
            required
            maxLength={MAX_REPORT_NAME_LENGTH}
            value={named.name}
            onChange={({ target }) => setNamed({ ...named, name: target.value })}
          />
          <Field
            label="Description (optional)"
            maxLength={500}
            value={named.description}
            onChange={({ target }) => setNamed({ ...named, description: target.value })}
          />
          <Switch
            label="Everyone with an account sees it"
            isOn={named.isShared}
            onChange={(isShared) => setNamed({ ...named, isShared })}
          />
          <InlineError error={save.error} />
          <FormActions
            action="Save report"
            isDisabled={named.name.trim() === "" || save.isPending}
            onDismiss={onDismiss}
          />
        </form>
      )}
    </Dialog>
  );
}

const NEW_BOARD = "";

function PinDialog({ cards, boards, onDismiss }: DialogProps & { boards: readonly ReportState[] }) {
  const { scope } = useScope();
  const { save } = useVersioned("reports");
  const [chosen, setChosen] = useState<readonly number[]>([0]);
  const [board, setBoard] = useState(String(boards[0]?.id ?? NEW_BOARD));
  const [name, setName] = useState("");
  const [keepsRange, setKeepsRange] = useState(false);
  const legend = useId();
  const stored = boards.find(({ id }) => String(id) === board) ?? null;
  const pinned = cards.filter((_, index) => chosen.includes(index));
  const isFull = (stored?.definition.content.cards.length ?? 0) + pinned.length > MAX_CARDS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const range = keepsRange ? scope.range : null;
    const added = pinned.map((card) => toCard(card, range));
    const definition = stored?.definition ?? {
      name,
      description: "",
      isShared: true,
      isDeleted: false,
      content: { kind: "board" as const, period: { ...DEFAULT_PERIOD, range: scope.range }, cards: [] },
    };
    const content = { ...definition.content, cards: [...definition.content.cards, ...added] };
    save.mutate({ stored, definition: { ...definition, content } });
  };
  return (
    <Dialog isOpen onDismiss={onDismiss} title="Pin to board" closeLabel="Close">
      {save.data ? (
        <Done onDismiss={onDismiss}>
          Pinned to <TextLink href={`/boards/${save.data.id}`}>{save.data.definition.name}</TextLink>.
        </Done>
      ) : (
        <form className="mt-2 grid gap-4" onSubmit={submit}>
          {cards.length > 1 && (
            <fieldset aria-labelledby={legend}>
              <legend id={legend} className="font-medium">
                What to pin
              </legend>
              <div className="mt-1.5 grid max-h-56 gap-x-4 overflow-y-auto sm:grid-cols-2">
                {cards.map((card, index) => (
                  <Check
                    key={card.title}
                    label={card.title}
                    checked={chosen.includes(index)}
                    onChange={(isChecked) =>
                      setChosen(isChecked ? [...chosen, index] : chosen.filter((each) => each !== index))
                    }
                  />
                ))}
              </div>
            </fieldset>
          )}
          <SelectField
            label="Board"
            value={board}
            choices={[
              ...boards.map(({ id, definition }) => [String(id), definition.name] as const),
              [NEW_BOARD, "New board"] as const,
            ]}
            onChange={({ target }) => setBoard(target.value)}
          />
          {!stored && (
            <Field
              label="Name of the board"
              required
              maxLength={MAX_REPORT_NAME_LENGTH}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
          <Switch
            label="Keep this date range, whatever the board shows"
            isOn={keepsRange}
            onChange={setKeepsRange}
          />
          {isFull && <p className="text-clay text-xs">A board has at most {MAX_CARDS} cards.</p>}
          <InlineError error={save.error} />
          <FormActions
            action="Pin"
            isDisabled={
              pinned.length === 0 || isFull || (stored === null && name.trim() === "") || save.isPending
            }
            onDismiss={onDismiss}
          />
        </form>
      )}
    </Dialog>
  );
}

function Done({ children, onDismiss }: { children: ReactNode; onDismiss: () => void }) {
  return (
    <div className="mt-2 grid gap-4">
      <p role="status">{children}</p>
      <div>
        <Button size="sm" onClick={onDismiss}>
          Close
        </Button>
      </div>
    </div>
  );
}

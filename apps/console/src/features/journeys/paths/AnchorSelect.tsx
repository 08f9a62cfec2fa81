import type { PathNode, PathsQuery } from "@marquee/contract/schema";
import { SelectField } from "@marquee/ui";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { nodeKey, nodeText } from "../nodeTexts.ts";

interface AnchorSelectProps {
  anchor: PathsQuery["anchor"];
  onChoose: (node: PathNode) => void;
}

/** Chooses the anchor of paths from the pages and events of the last 30 days. */
export function AnchorSelect({ anchor, onChoose }: AnchorSelectProps) {
  const choices = useRoute("GET /goals/choices");
  const { pages = [], overlays = [], forms = [] } = choices.data ?? {};
  const events = [
    ...overlays.map(({ value }) => ({ name: "Overlay Opened", detail: value })),
    ...forms.flatMap(({ value }) => [
      { name: "Form Started", detail: value },
      { name: "Form Sent", detail: value },
    ]),
  ];
  const groups: [title: string, nodes: PathNode[]][] = [
    ["Pages", pages.map(({ value }) => ({ kind: "page", name: value, detail: "" }))],
    ["Overlays and forms", events.map((event) => ({ kind: "event", ...event }))],
  ];
  const nodes = groups.flatMap(([, nodes]) => nodes);
  const isKnown = nodes.some((node) => nodeKey(node) === nodeKey(anchor));
  return (
    <SelectField
      label="Page or event"
      size="sm"
      value={nodeKey(anchor)}
      onChange={({ target }) => {
        const node = nodes.find((each) => nodeKey(each) === target.value);
        if (node) onChoose(node);
      }}
    >
      {!isKnown && <option value={nodeKey(anchor)}>{nodeText(anchor)}</option>}
      {groups.map(
        ([title, nodes]) =>
          nodes.length > 0 && (
            <optgroup key={title} label={title}>
              {nodes.map((node) => (
                <option key={nodeKey(node)} value={nodeKey(node)}>
                  {nodeText(node)}
                </option>
              ))}
            </optgroup>
          ),
      )}
    </SelectField>
  );
}

import { formatCounted } from "@marquee/contract";
import { type ImageSummary, may } from "@marquee/contract/schema";
import { Badge, Button, FileButton, type Tone } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { Upload as UploadIcon } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { FilterText } from "../../shared/filters/filters.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, InlineError } from "../../shared/ui/states.tsx";
import { hrefOfItem } from "./hrefOfItem.ts";
import { fileText } from "./imageTexts.ts";
import { Thumbnail } from "./Thumbnail.tsx";
import { DraftBar, useDraftParam, usePublishing } from "./usePublishing.tsx";
import { IMAGE_TYPES, type Upload, useImages, useUploads } from "./useUploads.ts";

const NAMES = ["text"] as const;

/** All pictures of the site: where each is shown, and what a draft does with it. */
export function Images({ title, account }: ScreenProps) {
  const [filters, setFilters] = useFilters(NAMES);
  const { draft, open } = useDraftParam();
  const images = useImages(draft);
  const mayEdit = may(account.role, "draft");
  const current = useRef(draft);
  current.current = draft;
  const { uploads, start, clear } = useUploads(async () => {
    if (current.current !== null) return current.current;
    const { id } = await request("POST /content/drafts", { body: { name: "New images" } });
    current.current = id;
    open(id);
    return id;
  });
  const publishing = usePublishing({
    draft,
    account,
    open: () => {
      clear();
      open(null);
    },
  });
  return (
    <DropArea isActive={mayEdit} onFiles={(files) => void start(files)}>
      <ScreenHeader title={title}>
        <TextLink href="/pages">Pages</TextLink>
        <TextLink href="/publications">Publications</TextLink>
        <DraftBar draft={draft} drafts={images.data?.drafts} onChange={open}>
          {mayEdit && (
            <>
              <FileButton
                label="Images to upload"
                accept={IMAGE_TYPES}
                variant="secondary"
                isMultiple
                onFiles={(files) => void start(files)}
              >
                <UploadIcon aria-hidden="true" className="size-4" />
                Upload
              </FileButton>
              {publishing.button}
            </>
          )}
        </DraftBar>
      </ScreenHeader>
      <About mayEdit={mayEdit}>
        Pictures on the site's pages. New ones stay in a draft until you publish it.
      </About>
      {publishing.notice}
      <Uploads uploads={uploads} draft={draft} onClear={clear} />
      <div className="mt-5 max-w-md">
        <FilterText
          label="Search"
          placeholder="Name, alternative text or page"
          value={filters.text}
          onChange={(text) => setFilters({ text })}
        />
      </div>
      <QueryView query={images}>
        {(data) => {
          const matchingImages = data.images.filter((image) =>
            textOf(image).includes(filters.text.toLowerCase()),
          );
          if (data.images.length === 0)
            return (
              <EmptyState title="No images yet">
                Upload a picture, or drop it anywhere on this screen. Then insert it in the text of a page.
              </EmptyState>
            );
          if (matchingImages.length === 0)
            return (
              <EmptyState title="No images match">
                Check the spelling, or search for a part of its name.
              </EmptyState>
            );
          return (
            <ul className="mt-5 grid grid-cols-2 gap-x-4 gap-y-6 md:grid-cols-3 xl:grid-cols-4">
              {matchingImages.map((image) => (
                <ImageCard key={image.key} image={image} draft={draft} mayEdit={mayEdit} />
              ))}
            </ul>
          );
        }}
      </QueryView>
      {publishing.dialog}
    </DropArea>
  );
}

/** The text that a search matches. */
function textOf({ path, image, uses }: ImageSummary): string {
  const pages = uses.flatMap((use) => [use.title, use.path]);
  return [path, ...Object.values(image.alt), ...pages].join(" ").toLowerCase();
}

const STATES: Readonly<Record<ImageSummary["state"], readonly [name: string, tone: Tone] | null>> = {
  published: null,
  changed: ["Changed", "sun"],
  added: ["New", "sun"],
  removed: ["Deleted", "clay"],
};

interface ImageCardProps {
  image: ImageSummary;
  draft: number | null;
  mayEdit: boolean;
}

function ImageCard({ image, draft, mayEdit }: ImageCardProps) {
  const { key, path, state, uses, problem } = image;
  const badge = STATES[state];
  const isRemoved = state === "removed";
  return (
    <li className="group relative min-w-0">
      <Thumbnail
        {...image}
        className={`aspect-4/3 w-full rounded-md border border-hairline transition-opacity group-hover:opacity-90 ${isRemoved ? "opacity-40" : ""}`}
      />
      <p className="mt-2 flex items-baseline gap-2">
        <TextLink
          href={hrefOfItem(key, draft)}
          className="wrap-anywhere min-w-0 font-medium after:absolute after:inset-0"
        >
          {path}
        </TextLink>
        {badge && <Badge tone={badge[1]}>{badge[0]}</Badge>}
      </p>
      <p className="text-ink-muted text-xs">{fileText(image.image.file)}</p>
      {problem ? (
        <p className="text-clay text-xs">{problem}</p>
      ) : (
        <p className="text-ink-muted text-xs">
          {uses.length === 0 ? "Not shown on any page" : `Shown on ${formatCounted(uses.length, "page")}`}
        </p>
      )}
      {isRemoved && mayEdit && draft !== null && <KeepButton draft={draft} item={key} path={path} />}
    </li>
  );
}

/** Takes the deletion of an image out of the draft. */
function KeepButton({ draft, item, path }: { draft: number; item: string; path: string }) {
  const keep = useMutation({
    mutationFn: () =>
      request("POST /content/drafts/:id/field", {
        params: { id: String(draft) },
        body: { item, pointer: "", step: "remove" },
      }),
  });
  return (
    <div className="relative z-10 -ml-3">
      <Button size="sm" variant="tertiary" disabled={keep.isPending} onClick={() => keep.mutate()}>
        Keep<span className="sr-only"> {path}</span>
      </Button>
      <InlineError error={keep.error} />
    </div>
  );
}

const UPLOAD_STATES = {
  waiting: "Waiting",
  uploading: "Uploading",
  done: "Added",
  failed: "Not added",
} as const;

function Uploads({
  uploads,
  draft,
  onClear,
}: {
  uploads: readonly Upload[];
  draft: number | null;
  onClear: () => void;
}) {
  const done = uploads.filter(({ state }) => state === "done" || state === "failed").length;
  return (
    <section aria-label="Uploads" className={uploads.length > 0 ? "mt-4 border-hairline border-y py-3" : ""}>
      <p role="status" className={uploads.length > 0 ? "flex items-center gap-3 font-medium" : "sr-only"}>
        {uploads.length > 0 && `${done} of ${formatCounted(uploads.length, "upload")} finished`}
      </p>
      {uploads.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {uploads.map(({ id, name, state, path, problem }) => (
            <li key={id} className="flex flex-wrap gap-x-3">
              <span className="wrap-anywhere min-w-0">
                {path ? <TextLink href={hrefOfItem(`image:${path}`, draft)}>{name}</TextLink> : name}
              </span>
              <span className={state === "failed" ? "text-clay" : "text-ink-muted"}>
                {UPLOAD_STATES[state]}
                {problem && `: ${problem}`}
                {path && ". Write its alternative text next."}
              </span>
            </li>
          ))}
        </ul>
      )}
      {uploads.length > 0 && done === uploads.length && (
        <div className="-ml-3 mt-1">
          <Button size="sm" variant="tertiary" onClick={onClear}>
            Close
            <span className="sr-only"> the list of uploads</span>
          </Button>
        </div>
      )}
    </section>
  );
}

interface DropAreaProps {
  isActive: boolean;
  onFiles: (files: File[]) => void;
  children: React.ReactNode;
}

/** Accepts files dropped anywhere on the screen. */
function DropArea({ isActive, onFiles, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const step = (change: number) => (event: DragEvent) => {
    if (!isActive || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + change);
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    if (!isActive) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button Upload does the same.
    <div
      onDragEnter={step(1)}
      onDragLeave={step(-1)}
      onDragOver={step(0)}
      onDrop={drop}
      className={`min-h-[80dvh] rounded-md outline-2 outline-offset-8 outline-dashed ${isOver ? "outline-accent" : "outline-transparent"}`}
    >
      {children}
    </div>
  );
}

import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import type english from "../../../../../content/copy/en/home.json";
import { Chat } from "../../interfaces/chat/Chat.tsx";
import { Document } from "../../interfaces/Document.tsx";
import { Gantt } from "../../interfaces/gantt/Gantt.tsx";
import { localHref } from "../../site/pages.ts";
import { useSite } from "../../site/siteContext.tsx";

type ViewsCopy = (typeof english)["views"];

/** The same work in three more views: timeline, document and chat. */
export function Views({ copy }: { copy: ViewsCopy }) {
  return (
    <div className="grid gap-y-20 lg:gap-y-28">
      <View copy={copy.timeline} side="left">
        <Gantt />
      </View>
      <View copy={copy.document} side="right">
        <Document />
      </View>
      <View copy={copy.chat} side="left">
        <Chat first="search" />
      </View>
    </div>
  );
}

interface ViewProps {
  copy: ViewsCopy["timeline"];
  side: "left" | "right";
  children: ReactNode;
}

function View({ copy, side, children }: ViewProps) {
  const { locale } = useSite();
  return (
    <div className="grid gap-8 lg:grid-cols-12 lg:items-center lg:gap-0">
      <div
        className={
          side === "left" ? "lg:col-span-3 lg:pr-8" : "lg:order-last lg:col-span-3 lg:col-start-10 lg:pl-8"
        }
      >
        <h3 className="font-display text-title">{copy.title}</h3>
        <p className="mt-3 text-pretty text-ink-muted">{copy.text}</p>
        <a
          href={localHref(copy.href, locale)}
          className="mt-4 inline-flex items-center gap-1.5 font-medium text-accent hover:underline"
        >
          {copy.link}
          <ArrowRight aria-hidden="true" className="size-4" />
        </a>
      </div>
      <div className={side === "left" ? "lg:col-span-9" : "lg:col-span-9 lg:row-start-1"}>{children}</div>
    </div>
  );
}

import { type ComponentType, useEffect, useState } from "react";
import { Skeleton } from "../shared/ui/states.tsx";

interface ScreenComponent<Props> {
  /** Loads the screen's code. @throws if it cannot be fetched. */
  load: () => Promise<ComponentType<Props>>;
  /** Shows a placeholder until the code is there. Throws while rendering if it cannot be fetched. */
  Component: ComponentType<Props>;
}

/**
 * A screen whose code loads on demand. React's `lazy` suspends even if the code has loaded, and React keeps the fallback for at
 * least 300 ms, which delayed every screen.
 * @param fetchCode called whenever the code is needed but not loaded.
 */
export function screenComponent<Props extends object>(
  fetchCode: () => Promise<ComponentType<Props>>,
): ScreenComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = async () => {
    loaded ??= await fetchCode();
    return loaded;
  };
  function Component(props: Props) {
    const [Content, setContent] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Content) return;
      let isStale = false;
      load().then(
        (component) => isStale || setContent(() => component),
        (error: unknown) => isStale || setFailure({ error }),
      );
      return () => {
        isStale = true;
      };
    }, [Content]);
    if (failure) throw failure.error;
    return Content ? <Content {...props} /> : <Skeleton className="h-8 w-40" />;
  }
  return { load, Component };
}

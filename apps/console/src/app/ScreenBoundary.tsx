import { Component, type ReactNode } from "react";
import { Failure } from "../shared/ui/states.tsx";

interface State {
  error: Error | null;
}

/** A screen whose code could not be fetched or that failed leaves the navigation standing, and says so. */
export class ScreenBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    // Reloading brings the code of a console that was updated meanwhile.
    return error ? <Failure error={error} onRetry={() => location.reload()} /> : this.props.children;
  }
}

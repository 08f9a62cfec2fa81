import { Component, type ReactNode } from "react";
import { Failure } from "../shared/ui/states.tsx";

interface BoundaryState {
  error: Error | null;
}

/** Shows an error in place of a part that failed to load or render, and keeps the rest. */
export class ScreenBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromError(error: Error): BoundaryState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    // The console may have been updated since this page loaded. Reloading fetches the new code.
    return error ? <Failure error={error} onRetry={() => location.reload()} /> : this.props.children;
  }
}

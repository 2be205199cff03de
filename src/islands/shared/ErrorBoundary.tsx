import { Component, type ReactNode } from 'react';

type Props = {
  /** Shown in place of the children after an error. */
  fallback: ReactNode;
  /** Another key shows the children again. */
  resetKey: unknown;
  children: ReactNode;
};

type State = { hasFailed: boolean; resetKey: unknown };

/**
 * Shows `fallback` when rendering its children throws, so that the rest of the page keeps working. Without a boundary
 * React removes everything. Only a class can be a boundary.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { hasFailed: false, resetKey };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

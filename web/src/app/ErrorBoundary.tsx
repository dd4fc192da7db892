import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { MessageScreen } from '../ui/MessageScreen.tsx'
import { findPageRequestId } from '../features/site/page-request-id.ts'

/** Shown instead of screens that failed, or whose code could not be loaded because a newer version was installed. */
export class ErrorBoundary extends Component<{ children: ReactNode; framed?: boolean }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <MessageScreen
        framed={this.props.framed}
        requestId={findPageRequestId()}
        title="This page could not be shown"
        description="Something went wrong, or a newer version was installed since you opened it. Reloading usually helps."
      >
        <Button onClick={() => location.reload()}>Reload</Button>
      </MessageScreen>
    )
  }
}

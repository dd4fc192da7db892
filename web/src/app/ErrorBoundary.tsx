import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { MessageScreen } from '../ui/MessageScreen.tsx'
import { findPageRequestId } from './page-request-id.ts'

/** Stands in for screens that broke, or whose code could not be loaded because a newer version was installed. */
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
        description="It broke, or a newer version was installed since you opened it. Loading it again usually helps."
      >
        <Button onClick={() => location.reload()}>Load again</Button>
      </MessageScreen>
    )
  }
}

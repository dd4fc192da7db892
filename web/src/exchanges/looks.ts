import type { RequestSummary } from '@culvert/agent/inspection'

export function statusText({ state, status }: RequestSummary): string {
  if (state === 'failed') return 'Failed'
  if (state === 'open') return status === 0 ? 'Waiting' : `${status} open`
  return String(status)
}

export function statusTone({ state, status }: RequestSummary): string {
  if (state === 'failed' || status >= 500) return 'danger'
  if (status >= 400) return 'warning'
  return status >= 200 && status < 300 ? 'positive' : 'neutral'
}

export function formatDuration(ms: number): string {
  return ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

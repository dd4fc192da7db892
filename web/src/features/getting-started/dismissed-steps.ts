import { browserStore } from '../../network/storage.ts'

/** Reports whether the steps of an account were dismissed in this browser. */
export function areStepsDismissed(accountId: string): boolean {
  return browserStore.find(toKey(accountId)) !== undefined
}

/** Remembers for the next visit whether to show the steps of an account. */
export function dismissSteps(accountId: string, isDismissed: boolean): void {
  if (isDismissed) browserStore.keep(toKey(accountId), 'true')
  else browserStore.forget(toKey(accountId))
}

function toKey(accountId: string): string {
  return `culvert:steps-dismissed:${accountId}`
}

/** Reports whether the steps of an account were dismissed in this browser. */
export function areStepsDismissed(accountId: string): boolean {
  return localStorage.getItem(toKey(accountId)) !== null
}

/** Remembers for the next visit whether to show the steps of an account. */
export function dismissSteps(accountId: string, isDismissed: boolean): void {
  if (isDismissed) localStorage.setItem(toKey(accountId), 'true')
  else localStorage.removeItem(toKey(accountId))
}

function toKey(accountId: string): string {
  return `culvert:steps-dismissed:${accountId}`
}

/** What a program may have put in the address to find again: so much, and nothing that needs escaping. */
const stateForm = /^[\w.~-]{1,200}$/

/** Returns the address of a program's loopback with the state that it put in the address of the page; without one that it may not have put there. */
export function withState(redirectUrl: string, state: string | undefined): string {
  if (state === undefined || !stateForm.test(state)) return redirectUrl
  const url = new URL(redirectUrl)
  url.searchParams.set('state', state)
  return url.href
}

/** The form of a state that a program may put in the address: of bounded length, and with nothing that needs escaping. */
const stateForm = /^[\w.~-]{1,200}$/

/** Returns the address of a program's loopback server with the state that the program put in the page's address; without the state if it is not acceptable. */
export function withState(redirectUrl: string, state: string | undefined): string {
  if (state === undefined || !stateForm.test(state)) return redirectUrl
  const url = new URL(redirectUrl)
  url.searchParams.set('state', state)
  return url.href
}

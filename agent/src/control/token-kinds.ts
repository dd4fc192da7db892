/** The kinds of tokens: AuthID, machine token and agent token. */
export const expectedToken = 'pk_ or at_ and 64 hexadecimal digits'

/** Reports whether a text has the form of a token. */
export function isToken(text: string): boolean {
  return /^(?:pk|at)_[0-9a-f]{64}$/.test(text)
}

/** Reports whether a token is an agent token. Whoever runs the account issues those, and signing in does not bring another one. */
export function isAgentToken(token: string): boolean {
  return token.startsWith('at_')
}

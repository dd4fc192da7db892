import type { ApiUnderTest } from './api-under-test.ts'
import { SignUpDocument } from './generated/documents.ts'

/** The default password of sign-ups. */
export const password = 'correct horse'

let users = 0
/** A sign-up that no test has made before. */
export function newUser(change: { firstName?: string; email?: string } = {}) {
  users += 1
  return {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: `user-${users}@example.com`,
    password,
    acceptTerms: true,
    tokenDelivery: 'RESPONSE' as const,
    ...change,
  }
}

/** Signs a user up through the API. */
export async function signUp(
  api: ApiUnderTest,
  input: ReturnType<typeof newUser> & { inviteToken?: string; phone?: string } = newUser(),
) {
  const { session } = (await api.client().run(SignUpDocument, { input })).signUp
  return {
    ...session,
    refreshToken: session.refreshToken ?? '',
    email: input.email,
    client: api.client(`Bearer ${session.accessToken}`),
  }
}

import { SignUpDocument } from '../sessions/sessions.test.generated.ts'
import type { TestApi } from './api.ts'

/** What everybody signs up with who does not say otherwise. */
export const password = 'correct horse'

let users = 0
/** A sign-up that nobody has made before. */
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

/** Signs somebody up through the front door. */
export async function signUp(api: TestApi, input = newUser()) {
  const { session } = (await api.client().run(SignUpDocument, { input })).signUp
  return {
    ...session,
    refreshToken: session.refreshToken ?? '',
    email: input.email,
    client: api.client(`Bearer ${session.accessToken}`),
  }
}

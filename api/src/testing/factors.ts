import { Secret, TOTP } from 'otpauth'
import type { TestApi } from './api.ts'
import type { SignInInput } from '../generated/schema.ts'
import { SoftwareAuthenticator } from './authenticator.ts'
import type { TestClient } from './client.ts'
import {
  AddPasskeyDocument,
  AddTotpDocument,
  BeginPasskeyDocument,
  BeginPasskeySignInDocument,
  BeginTotpDocument,
  SignInProvenDocument,
} from './generated/documents.ts'

/** An authenticator app. */
export interface TestApp {
  id: string
  recoveryCodes: string[]
  /** The code that it shows now, or this many steps away. */
  code: (steps?: number) => string
  /** A code that has not been used yet: advances the clock until the app shows it. */
  nextCode: () => string
}

/** Returns the code that an app with this secret shows. */
export function showCodes(api: TestApi, secret: string): Pick<TestApp, 'code' | 'nextCode'> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = (steps = 0) => totp.generate({ timestamp: api.clock.now().getTime() + steps * 30_000 })
  const nextCode = () => {
    api.clock.advance(30_000)
    return code()
  }
  return { code, nextCode }
}

/** Enrols an authenticator app of the user. */
export async function enrolTotp(api: TestApi, client: TestClient): Promise<TestApp> {
  const { enrolmentId, secret } = (await client.run(BeginTotpDocument, {})).beginTotp
  const app = showCodes(api, secret)
  const { addTotp } = await client.run(AddTotpDocument, {
    input: { enrolmentId, code: app.code(), name: 'Authenticator app' },
  })
  return { ...app, id: addTotp.factor.id, recoveryCodes: addTotp.recoveryCodes }
}

/** Signs in with the given proofs. */
export async function signInWith(api: TestApi, proofs: Partial<SignInInput>) {
  const input = { rememberMe: false, tokenDelivery: 'RESPONSE' as const, ...proofs }
  return (await api.client().run(SignInProvenDocument, { input })).signIn.session
}

/** An authenticator at the address of the dashboard. */
export function newAuthenticator(api: TestApi): SoftwareAuthenticator {
  return new SoftwareAuthenticator(api.app.config.publicUrl)
}

/** Enrols a passkey of the user. */
export async function enrolPasskey(client: TestClient, authenticator: SoftwareAuthenticator, name = 'Laptop') {
  const { challengeId, options } = (await client.run(BeginPasskeyDocument, {})).beginPasskey.challenge
  const input = { challengeId, response: authenticator.create(options), name }
  return (await client.run(AddPasskeyDocument, { input })).addPasskey
}

/** Requests a challenge to sign in, and answers it. */
export async function answerToSignIn(
  api: TestApi,
  authenticator: SoftwareAuthenticator,
  wrong: Parameters<SoftwareAuthenticator['get']>[1] = {},
) {
  const { challengeId, options } = (await api.client().run(BeginPasskeySignInDocument, {})).beginPasskeySignIn.challenge
  return { challengeId, response: authenticator.get(options, wrong) }
}

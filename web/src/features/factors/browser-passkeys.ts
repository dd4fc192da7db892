import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'

/** Lets one of the reader's passkeys answer a challenge. Rejects with an error in words for the reader. */
export async function answerChallenge(options: string): Promise<string> {
  try {
    return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }))
  } catch (error) {
    throw explain(error)
  }
}

/** Lets the reader create a passkey. Rejects with an error in words for the reader. */
export async function makePasskey(options: string): Promise<string> {
  try {
    return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }))
  } catch (error) {
    throw explain(error)
  }
}

function explain(error: unknown): Error {
  const name = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause.name : nameOf(error)
  if (name === 'InvalidStateError') return new Error('This device already holds a passkey of yours.', { cause: error })
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return new Error('No passkey was used: it was cancelled, took too long, or there is none here.', { cause: error })
  }
  return new Error('This browser cannot use a passkey here.', { cause: error })
}

function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined
}

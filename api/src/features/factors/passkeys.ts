import { isIP } from 'node:net'
import { z } from 'zod'
import type { PasskeyInput } from '../../generated/schema.ts'
import { conflict } from '../../ground/errors.ts'
import { parseJson } from '../../ground/json.ts'
import { getUser } from '../../platform/access/authorize.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { getSite } from '../site/service.ts'
import { type User, nameFully, nameUser } from '../users/rules.ts'
import { anyone, makeChallenge, openChallenge } from './challenges.ts'
import * as repository from './repository.ts'
import { type ProofPurpose, wrongPasskey } from './rules.ts'

// The library reads certificates of many makers. It is loaded when the first passkey is used.
const loadLibrary = () => import('@simplewebauthn/server')

/** A challenge for the browser. */
export interface PasskeyChallenge {
  challengeId: string
  options: string
}

/** Longer than any answer of an authenticator. */
const responseLengthMax = 16 * 1_024

const text = z.string()
const extensionResults = z.record(z.string(), z.unknown()).transform(() => ({}))

const authenticationResponse = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: extensionResults,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.optional(),
  }),
})

const registrationResponse = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: extensionResults,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(text.max(32)).max(10).optional(),
  }),
})

/** Makes a challenge that any passkey of this installation may answer. */
export async function beginPasskeySignIn(context: RequestContext): Promise<PasskeyChallenge> {
  await context.rateLimiter.check('passkeyFromClient', context.clientNetwork)
  return await askForPasskey(context, 'signIn', anyone)
}

/** Makes a challenge that the viewer's passkeys may answer, in this session. */
export async function beginPasskeyConfirmation(context: RequestContext): Promise<PasskeyChallenge> {
  const { userId, sessionId } = getUser(context)
  const passkeys = await repository.listPasskeys(context.db, userId)
  return await askForPasskey(context, 'confirmation', sessionId, passkeys)
}

async function askForPasskey(
  context: RequestContext,
  purpose: 'signIn' | 'confirmation',
  subject: string,
  passkeys: Awaited<ReturnType<typeof repository.listPasskeys>> = [],
): Promise<PasskeyChallenge> {
  const { rpID } = getParty(context)
  const { generateAuthenticationOptions } = await loadLibrary()
  const { challengeId, challenge } = await makeChallenge(context, purpose, subject)
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: toBytes(challenge),
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    timeout: 5 * 60_000,
  })
  return { challengeId, options: JSON.stringify(options) }
}

/** A correct answer of a passkey. */
export interface PasskeyProof {
  userId: string
  /** Uses up the challenge and the passkey's count. Throws when either was used before. */
  use: (trx: Trx) => Promise<void>
}

/** Checks the answer to a challenge for signing in, or for confirming the identity of a session. Throws UNAUTHENTICATED. */
export async function checkPasskey(
  context: RequestContext,
  purpose: 'signIn' | 'confirmation',
  { challengeId, response }: PasskeyInput,
): Promise<PasskeyProof> {
  const { rpID, origin } = getParty(context)
  const subject = purpose === 'signIn' ? anyone : getUser(context).sessionId
  const opened = await openChallenge(context, purpose, subject, challengeId)
  const given = parseResponse(purpose, authenticationResponse, response)
  const passkey = await repository.findPasskey(context.db, given.id)
  if (!passkey) throw wrongPasskey(purpose)
  const { userHandle } = given.response
  if (userHandle !== undefined && userHandle !== toHandle(passkey.userId)) throw wrongPasskey(purpose)
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: opened.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id: passkey.credentialId, publicKey: toBytes(passkey.publicKey), counter: passkey.counter },
  }).catch((error: unknown) => {
    throw wrongPasskey(purpose, error)
  })
  if (!verified) throw wrongPasskey(purpose)
  const now = context.clock.now()
  return {
    userId: passkey.userId,
    use: async (trx) => {
      await opened.use(trx)
      if (!(await repository.usePasskey(trx, passkey.id, authenticationInfo.newCounter, now)))
        throw wrongPasskey(purpose)
    },
  }
}

/** Makes a challenge with which a user creates a passkey. */
export async function askForNewPasskey(context: RequestContext, user: User): Promise<PasskeyChallenge> {
  const { rpID } = getParty(context)
  const { brandName } = await getSite(context)
  const passkeys = await repository.listPasskeys(context.db, user.id)
  const { generateRegistrationOptions } = await loadLibrary()
  const { challengeId, challenge } = await makeChallenge(context, 'enrolment', user.id)
  const options = await generateRegistrationOptions({
    rpName: brandName,
    rpID,
    userID: new TextEncoder().encode(user.id),
    userName: nameUser(user),
    userDisplayName: nameFully(user),
    challenge: toBytes(challenge),
    timeout: 5 * 60_000,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { challengeId, options: JSON.stringify(options) }
}

/** A passkey that was created. */
export interface NewPasskey {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
  /** Uses up the challenge. */
  use: (trx: Trx) => Promise<void>
}

/** Checks the answer to a challenge for enrolling. Throws UNAUTHENTICATED. */
export async function checkNewPasskey(
  context: RequestContext,
  userId: string,
  { challengeId, response }: PasskeyInput,
): Promise<NewPasskey> {
  const { rpID, origin } = getParty(context)
  const opened = await openChallenge(context, 'enrolment', userId, challengeId)
  const given = parseResponse('enrolment', registrationResponse, response)
  const { verifyRegistrationResponse } = await loadLibrary()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: given,
    expectedChallenge: opened.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw wrongPasskey('enrolment', error)
  })
  if (!registrationInfo) throw wrongPasskey('enrolment')
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: given.response.transports ?? [],
    use: opened.use,
  }
}

/** Returns the relying party: the dashboard's hostname and origin (WebAuthn, section 5.1.3). */
function getParty({ config }: RequestContext): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) {
    throw conflict('Passkeys need a hostname, and this installation is reached by an IP address.')
  }
  return { rpID: hostname, origin }
}

function parseResponse<Schema extends z.ZodType>(
  purpose: ProofPurpose,
  schema: Schema,
  response: string,
): z.output<Schema> {
  if (response.length > responseLengthMax) throw wrongPasskey(purpose)
  const { success, data } = schema.safeParse(parseJson(response))
  if (!success) throw wrongPasskey(purpose)
  return data
}

function toHandle(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}

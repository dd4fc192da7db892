import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const encode = (data: Uint8Array) => Buffer.from(data).toString('base64url')

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

interface Credential {
  privateKey: KeyObject
  userHandle: string
  counter: number
}

/** How a test makes an authenticator deviate from a correct one. */
export interface Misbehaviour {
  origin?: string
  rpId?: string
  /** Whether it verified the user, by a PIN or a finger. */
  verifiesUser?: boolean
  /** By how much its counter increases. */
  countsBy?: number
  challenge?: string
}

/** A software authenticator with discoverable credentials and ES256 (WebAuthn level 2, section 6). */
export class SoftwareAuthenticator {
  readonly #origin: string
  readonly #credentials = new Map<string, Credential>()

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Creates a credential, as `navigator.credentials.create` does. */
  create(optionsJson: string, wrong: Misbehaviour = {}): string {
    const options = JSON.parse(optionsJson) as { challenge: string; rp: { id: string }; user: { id: string } }
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
    const id = randomBytes(16)
    this.#credentials.set(encode(id), { privateKey, userHandle: options.user.id, counter: 0 })
    const head = this.#authenticatorData(options.rp.id, 0, hasCredential, wrong)
    const authData = Buffer.concat([head, Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]),
    )
    return JSON.stringify({
      ...describe(encode(id)),
      response: {
        clientDataJSON: encode(this.#clientData('webauthn.create', options.challenge, wrong)),
        attestationObject: encode(attestation),
        transports: ['internal'],
      },
    })
  }

  /** Signs a challenge with its newest credential, or one of the allowed ones, as `navigator.credentials.get` does. */
  get(optionsJson: string, wrong: Misbehaviour = {}): string {
    const options = JSON.parse(optionsJson) as { challenge: string; rpId: string; allowCredentials?: { id: string }[] }
    const allowed = options.allowCredentials?.map(({ id }) => id) ?? []
    const id = [...this.#credentials.keys()].findLast((known) => allowed.length === 0 || allowed.includes(known))
    const credential = id === undefined ? undefined : this.#credentials.get(id)
    if (id === undefined || !credential) throw new Error('The authenticator has no credential for this challenge.')
    credential.counter += wrong.countsBy ?? 1
    const authData = this.#authenticatorData(options.rpId, credential.counter, 0, wrong)
    const clientData = this.#clientData('webauthn.get', options.challenge, wrong)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), credential.privateKey)
    return JSON.stringify({
      ...describe(id),
      response: {
        clientDataJSON: encode(clientData),
        authenticatorData: encode(authData),
        signature: encode(signature),
        userHandle: credential.userHandle,
      },
    })
  }

  #authenticatorData(rpId: string, counter: number, flags: number, wrong: Misbehaviour): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const verified = (wrong.verifiesUser ?? true) ? userVerified : 0
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([flags | userPresent | verified]), count])
  }

  #clientData(type: string, challenge: string, wrong: Misbehaviour): Buffer {
    const origin = wrong.origin ?? this.#origin
    return Buffer.from(JSON.stringify({ type, challenge: wrong.challenge ?? challenge, origin, crossOrigin: false }))
  }
}

function describe(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
}

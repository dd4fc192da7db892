import { constants } from 'node:crypto'
import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket, type TlsOptions } from 'node:tls'
import type { Certificates } from '../certificates/certificates.ts'
import { type Challenges, challengeProtocol } from '../certificates/challenges.ts'
import type { ClientHello } from './client-hello.ts'

/** Alert `unrecognized_name`, fatal, in a record of its own (RFC 6066, section 3; RFC 8446, sections 5.1 and 6.2). */
const unrecognizedName = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 112])

type OnSelected = (error: Error | null, context?: SecureContext) => void

/**
 * Chooses a certificate by the name that a client asks for. Node calls it on the connection's own socket, before anything is
 * sent, and offers no way to refuse with an alert: the alert is sent beneath it, unencrypted, as TLS requires at that point. `findTcp`
 * finds the TCP socket under a TLS socket.
 */
export function selectContext(certificates: Certificates, findTcp: (socket: TLSSocket) => Socket | undefined) {
  return function (this: unknown, servername: string, onSelected: OnSelected): void {
    const tcp = this instanceof TLSSocket ? findTcp(this) : undefined
    void answer(certificates.select(servername.toLowerCase()), tcp, onSelected)
  }
}

async function answer(
  selecting: ReturnType<Certificates['select']>,
  tcp: Socket | undefined,
  onSelected: OnSelected,
): Promise<void> {
  let context: SecureContext | undefined
  try {
    context = await selecting
  } catch (error) {
    onSelected(error instanceof Error ? error : new Error(String(error)))
    return
  }
  if (context !== undefined) onSelected(null, context)
  else if (tcp === undefined) onSelected(new Error('There is no certificate for this name.'))
  else if (!tcp.destroyed) {
    tcp.write(unrecognizedName)
    tcp.destroySoon()
  }
}

/** TLS for an authority that validates a name: it sees the certificate of the challenge, and the connection ends (RFC 8737, section 3). */
export function challengeOptions(challenges: Challenges) {
  return {
    minVersion: 'TLSv1.2',
    ALPNProtocols: [challengeProtocol],
    SNICallback: (servername: string, onSelected: OnSelected) =>
      onSelected(null, challenges.findContext(servername.toLowerCase())),
  } satisfies TlsOptions
}

/** Reports whether a connection comes from an authority, for an open challenge: it offers that protocol only (RFC 8737, section 3). */
export function isForChallenge(hello: ClientHello | 'other', challenges: Challenges): boolean {
  if (hello === 'other' || hello.serverName === undefined || hello.protocols.length !== 1) return false
  return hello.protocols[0] === challengeProtocol && challenges.findContext(hello.serverName) !== undefined
}

/**
 * TLS for visitors: versions 1.2 and 1.3, forward secrecy and authenticated encryption only (RFC 9325, sections 3.1
 * and 4.2), and no renegotiation, which costs a server far more than its client (TLS 1.2; 1.3 has none).
 */
export const tlsOptions = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  ecdhCurve: 'X25519MLKEM768:X25519:P-256:P-384',
  ALPNProtocols: ['h2', 'http/1.1'],
} satisfies TlsOptions

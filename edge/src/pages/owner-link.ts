import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type ErrorReportClaims, errorReportToken } from '@culvert/schema/tokens'
import { webPaths } from '@culvert/schema/web-paths'

const textLengthMax = 500

/** Makes the links that lead a tunnel's owner from an error page to the dashboard, which shows cause and fix. */
export class OwnerLinks {
  readonly #dashboardUrl: string
  readonly #key: Uint8Array

  constructor(dashboardUrl: string, edgeSecret: string) {
    this.#dashboardUrl = dashboardUrl
    this.#key = new Uint8Array(hkdfSync('sha256', edgeSecret, '', errorReportToken.keyInfo, 32))
  }

  make(report: ErrorReportClaims): string {
    const claims = { ...report, path: cut(report.path), detail: report.detail === null ? null : cut(report.detail) }
    return `${this.#dashboardUrl}${webPaths.errors}?report=${this.#seal(claims)}`
  }

  /** Encrypted by hand: an error page is made within one turn of the event loop, and libraries encrypt asynchronously. */
  #seal(report: ErrorReportClaims): string {
    const { typ, audience, lifetimeSeconds } = errorReportToken
    const iat = Math.floor(Date.now() / 1_000)
    const header = encode(JSON.stringify({ alg: 'dir', enc: 'A256GCM', typ }))
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(header))
    const text = JSON.stringify({ ...report, aud: audience, iat, exp: iat + lifetimeSeconds })
    const sealed = Buffer.concat([cipher.update(text), cipher.final()])
    return [header, '', encode(iv), encode(sealed), encode(cipher.getAuthTag())].join('.')
  }
}

function encode(bytes: string | Buffer): string {
  return Buffer.from(bytes).toString('base64url')
}

function cut(text: string): string {
  return text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax)}…`
}

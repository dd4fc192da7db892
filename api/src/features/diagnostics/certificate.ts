import type { PeerCertificate, TLSSocket } from 'node:tls'
import type { ConnectionStep } from '../../generated/schema.ts'
import { formatDay } from '../../ground/clock.ts'
import { shorten } from '../../platform/dns/printable.ts'
import { failed, type CheckedHostname } from './rules.ts'

/** Where a certificate was presented. */
interface PresentedTo extends CheckedHostname {
  url: URL
  /** Whether the installation orders certificates for custom domains. */
  ordersCertificates: boolean
}

/** A certificate that a server presented. */
export interface ShownCertificate {
  /** Why it is not valid, by Node's code, for example `CERT_HAS_EXPIRED`; undefined if it is. */
  fault: string | undefined
  /** The names that it is for. */
  names: string[]
  /** Its issuer, the issuer of that certificate, and so on, as far as the server sent them. */
  issuers: string[]
  startsAt: Date
  endsAt: Date
}

/** A longer chain leads nowhere. */
const issuersMax = 5

/** Reads the certificate that a server presented on a connection. */
export function readCertificate(socket: TLSSocket): ShownCertificate {
  const shown = socket.getPeerCertificate(true)
  const issuers: string[] = []
  for (let certificate = shown; issuers.length < issuersMax; certificate = certificate.issuerCertificate) {
    issuers.push(nameIssuer(certificate))
    const { issuerCertificate } = certificate
    // The last certificate of the chain is its own issuer, or its issuer is missing.
    if (issuerCertificate === undefined || issuerCertificate.fingerprint256 === certificate.fingerprint256) break
  }
  return {
    fault: socket.authorized ? undefined : String(socket.authorizationError),
    names: (shown.subjectaltname ?? '')
      .split(', ')
      .flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []),
    issuers: [...new Set(issuers)],
    startsAt: new Date(shown.valid_from),
    endsAt: new Date(shown.valid_to),
  }
}

function nameIssuer({ issuer }: PeerCertificate): string {
  const { O: organization, CN: name } = issuer
  const words = [organization, name].flatMap((value) => value ?? []).map(shorten)
  return [...new Set(words)].join(' ') || 'an authority without a name'
}

/** Describes a valid certificate. */
export function describeCertificate({ names, issuers, endsAt }: ShownCertificate): string {
  const chain = issuers.join(', then ')
  return `The certificate is for ${listNames(names)}, issued by ${chain}, and valid until ${formatDay(endsAt)}.`
}

/** Explains why a certificate is not valid, and how to fix it. */
export function explainCertificate(certificate: ShownCertificate, showing: PresentedTo, now: Date): ConnectionStep {
  const { fault = '', names, issuers, startsAt, endsAt } = certificate
  const { hostname, url, tunnelHost } = showing
  if (fault === 'CERT_HAS_EXPIRED') {
    return failed('TLS', {
      code: 'CERTIFICATE_EXPIRED',
      message: `The certificate at ${url.host}, or one in its chain, has expired: it was valid until ${formatDay(endsAt)}.`,
      fix: `Renew it. ${adviseCertificate(showing)}`,
    })
  }
  if (fault === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return failed('TLS', {
      code: 'CERTIFICATE_NAME',
      message: `The certificate at ${url.host} is for ${listNames(names)}, and not for ${hostname}.`,
      fix: `Check that ${hostname} leads to ${tunnelHost} and not to another server. ${adviseCertificate(showing)}`,
    })
  }
  if (fault === 'CERT_NOT_YET_VALID' && startsAt > now) {
    return failed('TLS', {
      code: 'CERTIFICATE_INVALID',
      message: `The certificate at ${url.host} is not valid before ${formatDay(startsAt)}.`,
      fix: 'Check the clock of the machine that made it.',
    })
  }
  if (/SELF_SIGNED|UNABLE_TO|UNTRUSTED|INVALID_CA/.test(fault)) {
    return failed('TLS', {
      code: 'CERTIFICATE_UNTRUSTED',
      message: `The certificate at ${url.host} was issued by ${issuers.join(', then ')}, which is not trusted: visitors are warned, or refused.`,
      fix: `Check that ${hostname} leads to ${tunnelHost}, and that the server sends the certificates between its own and the root. ${adviseCertificate(showing)}`,
    })
  }
  return failed('TLS', {
    code: 'CERTIFICATE_INVALID',
    message: `The certificate at ${url.host} is not valid for ${hostname} (${shorten(fault)}).`,
    fix: adviseCertificate(showing),
  })
}

/** Explains why TLS could not be established, by the code of Node's error. */
export function explainNoTls(code: string | undefined, message: string, showing: PresentedTo): ConnectionStep {
  const { hostname, tunnelHost, url } = showing
  if (code?.endsWith('UNRECOGNIZED_NAME')) {
    return failed('TLS', {
      code: 'CERTIFICATE_MISSING',
      message: `The server at ${url.host} has no certificate for it yet, and refuses it as a name that it does not know.`,
      fix: `Check that ${hostname} leads to ${tunnelHost}. ${adviseCertificate(showing)}`,
    })
  }
  return failed('TLS', {
    code: 'TLS_FAILED',
    message: `The server at ${url.host} accepts connections, but TLS could not be set up: ${shorten(reasonOf(message))}.`,
    fix: `Check that ${hostname} leads to ${tunnelHost}, and that nothing in between answers in its place.`,
  })
}

/** OpenSSL's messages name a thread, a number, a library and a function before the reason. */
function reasonOf(message: string): string {
  return /:SSL routines:[^:]*:([^:]+)/.exec(message)?.[1] ?? message.trim()
}

/** Explains where the hostname's certificate comes from. */
function adviseCertificate({ hostname, ordersCertificates }: PresentedTo): string {
  return ordersCertificates
    ? `The Domains page shows how far the certificate of a domain of your own has come; any other is up to the operator of this installation.`
    : `The operator of this installation has to give its edges a certificate that covers ${hostname}.`
}

const namesShown = 4

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).map(shorten)
  const rest = names.length - shown.length
  return shown.length === 0 ? 'no name' : rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

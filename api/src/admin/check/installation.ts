import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { messageOf } from '@culvert/program'
import type { ConnectionStep } from '../../generated/schema.ts'
import { listEdgeAuthorities } from '../../features/agents/tickets.ts'
import { countCertificates } from '../../features/certificates/operator.ts'
import { nameAuthority } from '../../features/certificates/service.ts'
import { explainCertificate, explainNoTls, readCertificate } from '../../features/diagnostics/certificate.ts'
import { sendProbe } from '../../features/diagnostics/service.ts'
import { explainConnection, explainLookUp } from '../../features/diagnostics/rules.ts'
import { listEdges } from '../../features/edges/operator.ts'
import { listOfferedDomains } from '../../features/site/service.ts'
import { findErrorCode } from '../../ground/errors.ts'
import { isLocalName, toRandomUrl } from '../../ground/hostnames.ts'
import type { App } from '../../platform/app.ts'
import { readServerFacts } from '../../platform/db/server-facts.ts'
import { sendRequest } from '../../platform/public-side/request.ts'
import { connectTo, findEdgeAddresses, secure } from '../../platform/public-side/connect.ts'
import {
  describeCertificate,
  describeCertificates,
  describeClock,
  describeEdges,
  describeDiskSpace,
  warning,
  type Finding,
  fine,
  failed,
} from './findings.ts'

/** How long the mail server may take at each step, in milliseconds. */
const mailTimeoutMs = 5_000

/** Checks what the installation needs in order to work and be reachable; each finding is about one requirement. Changes nothing. */
export async function checkInstallation(app: App): Promise<Finding[]> {
  const findings = await Promise.all([
    checkDatabase(app),
    checkDiskSpace(app),
    checkMail(app),
    checkEdges(app),
    checkDashboard(app),
    checkTunnels(app),
    checkCertificates(app),
  ])
  return findings.flat()
}

async function checkDatabase({ db, clock, config, findDatabaseObstacle }: App): Promise<Finding[]> {
  const { now, version } = await readServerFacts(db)
  const obstacle = findDatabaseObstacle()
  if (config.database.kind === 'embedded') {
    if (obstacle !== undefined) return [failed('database', obstacle, 'Make room on its disk.')]
    return [fine('database', `The embedded database in ${config.database.folder} answers.`)]
  }
  const name = `PostgreSQL at ${new URL(config.database.url).host}`
  const state =
    obstacle === undefined
      ? fine('database', `${name} answers (version ${version}).`)
      : failed('database', `${name} takes no changes: ${obstacle}.`, 'Look at the log of the server and of PostgreSQL.')
  return [state, describeClock(clock.now().getTime() - now.getTime(), name)]
}

async function checkDiskSpace({ config }: App): Promise<Finding[]> {
  if (config.database.kind !== 'embedded') return []
  const { folder } = config.database
  // A system that does not report its free space cannot be judged.
  const disk = await statfs(folder).catch(() => undefined)
  return disk === undefined ? [] : [describeDiskSpace(disk.bavail * disk.bsize, folder)]
}

async function checkMail({ config: { mail } }: App): Promise<Finding[]> {
  if (mail.kind === 'outbox') {
    return [
      warning(
        'mail',
        'Mails are not sent: they stay in the outbox, on a page that only this machine opens.',
        'Set SMTP_URL, and MAIL_FROM.',
      ),
    ]
  }
  const { createSmtpTransport } = await import('../../platform/mail/smtp.ts')
  const transport = createSmtpTransport({ ...mail, timeoutMs: mailTimeoutMs })
  const { host } = new URL(mail.url)
  try {
    await transport.greet()
    return [fine('mail', `The mail server ${host} accepts a connection; mails come from ${mail.from}.`)]
  } catch (error) {
    return [failed('mail', `The mail server ${host} accepts no connection: ${messageOf(error)}.`, 'Check SMTP_URL.')]
  } finally {
    transport.close()
  }
}

async function checkEdges(app: App): Promise<Finding[]> {
  const edges = await listEdges(app)
  return [describeEdges(edges.filter(({ state }) => state === 'serving' || state === 'draining').length)]
}

async function checkDashboard(app: App): Promise<Finding[]> {
  const url = new URL(app.config.publicUrl)
  const fix = `Lead ${url.hostname} (CULVERT_PUBLIC_URL) to the API, or to the proxy in front of it, with a certificate that covers it.`
  const { findings, answer } = await checkAddress(app, url.hostname, url, fix, (socket) =>
    readPage(socket, url, '/.well-known/jwks.json'),
  )
  if (answer === undefined) return findings
  const { keys } = await app.keyring.listPublicKeys()
  const isOurs = keys.some(({ kid }) => kid !== undefined && answer.includes(kid))
  if (!isOurs) {
    return [...findings, failed(url.hostname, `${url.origin} answers, but not as the API of this installation.`, fix)]
  }
  if (url.protocol === 'http:' && !isLocalName(url.hostname)) {
    const message = `The dashboard answers at ${url.origin}, where passwords travel unencrypted.`
    return [...findings, warning(url.hostname, message, 'Set CULVERT_PUBLIC_URL to an https address.')]
  }
  return [...findings, fine(url.hostname, `The dashboard answers at ${url.origin}.`)]
}

/** Checks the edge's own hostname, and any name below each offered domain: they need a record and a certificate. */
async function checkTunnels(app: App): Promise<Finding[]> {
  const domains = (await listOfferedDomains(app.db)).map(({ domain }) => domain)
  const findings = await Promise.all([checkEdgeHost(app), ...domains.map((domain) => checkDomain(app, domain))])
  return findings.flat()
}

async function checkEdgeHost(app: App): Promise<Finding[]> {
  const url = new URL(app.config.tunnelUrl)
  const fix = `Lead ${url.hostname} (CULVERT_TUNNEL_URL) to the edges, with a certificate that covers it, and let nothing answer in their place.`
  const { findings, answer } = await checkAddress(app, url.hostname, url, fix, (socket) =>
    readPage(socket, url, '/healthz'),
  )
  if (answer === undefined) return findings
  const isEdge = answer.includes('"status":"ok"')
  return [
    ...findings,
    isEdge
      ? fine(url.hostname, `An edge answers at ${url.origin}.`)
      : failed(url.hostname, `${url.origin} answers, but not as an edge.`, fix),
  ]
}

async function checkDomain(app: App, domain: string): Promise<Finding[]> {
  const about = `*.${domain}`
  const url = new URL(toRandomUrl(app.config, `check-${randomUUID().slice(0, 8)}.${domain}`))
  const certificate = url.protocol === 'https:' ? ', with a certificate that covers it' : ''
  const fix = `Lead ${about} to the edges${certificate}; or withdraw the domain: \`site domains remove ${domain}\`.`
  const { findings, answer } = await checkAddress(app, about, url, fix, (socket) => sendProbe(app, socket, url, null))
  if (answer === undefined) {
    const message = `${url.origin} answers, but not as an edge of this installation.`
    return findings.some(({ state }) => state === 'FAILED') ? findings : [...findings, failed(about, message, fix)]
  }
  return [...findings, fine(about, `Names below ${domain} lead to an edge of this installation.`)]
}

/** Checks the certificates that are ordered at an authority. */
async function checkCertificates(app: App): Promise<Finding[]> {
  if (app.acme === undefined) return []
  return describeCertificates(await countCertificates(app), nameAuthority(app.config) ?? '')
}

/** The result of checking an address: its faults, its certificate, and the answer if there was one. */
interface CheckedAddress<Answer> {
  findings: Finding[]
  answer: Answer | undefined
}

async function checkAddress<Answer>(
  app: App,
  about: string,
  url: URL,
  fix: string,
  readAnswer: (socket: Socket) => Promise<Answer>,
): Promise<CheckedAddress<Answer>> {
  const checked = { hostname: url.hostname, tunnelHost: new URL(app.config.tunnelUrl).hostname }
  const addresses = await findAddresses(app, url.hostname)
  if (!Array.isArray(addresses)) {
    return { findings: [failed(about, explainLookUp(addresses, checked).message ?? '', fix)], answer: undefined }
  }
  const failWith = (message: ConnectionStep['message']): CheckedAddress<Answer> => ({
    findings: [failed(about, message ?? '', fix)],
    answer: undefined,
  })
  let socket: Socket
  try {
    socket = await connectTo(url, addresses)
  } catch (error) {
    return failWith(explainConnection(findErrorCode(error), messageOf(error), checked, url).message)
  }
  const findings: Finding[] = []
  if (url.protocol === 'https:') {
    const shown = { ...checked, url, ordersCertificates: app.config.certificates !== undefined }
    try {
      const secured = await secure(socket, url, await listEdgeAuthorities(app))
      socket = secured
      const certificate = readCertificate(secured)
      if (certificate.fault !== undefined) {
        secured.destroy()
        return failWith(explainCertificate(certificate, shown, app.clock.now()).message)
      }
      findings.push(describeCertificate(about, certificate.endsAt, app.clock.now()))
    } catch (error) {
      return failWith(explainNoTls(findErrorCode(error), messageOf(error), shown).message)
    }
  }
  try {
    return { findings, answer: await readAnswer(socket) }
  } catch (error) {
    const message = `${url.origin} takes a connection and gives no answer: ${messageOf(error)}.`
    return {
      findings: [...findings, failed(about, message, 'Look at the log of what runs there.')],
      answer: undefined,
    }
  } finally {
    socket.destroy()
  }
}

async function findAddresses({ dns }: App, hostname: string) {
  // Every machine resolves these names to itself, but Node's resolver does not; and an address needs no name server.
  const own = await findEdgeAddresses(isLocalName(hostname) ? 'localhost' : hostname)
  if (isLocalName(hostname) || own.includes(hostname.replace(/^\[|\]$/g, ''))) return own
  const found = await dns.lookUpAddresses(hostname)
  return found.outcome === 'found' ? found.values : found
}

/** Reads a page, or the beginning of it. */
async function readPage(socket: Socket, url: URL, path: string): Promise<string> {
  const { body } = await sendRequest(socket, url, { path, timeoutMs: 12_000, bytesMax: 8 * 1_024 })
  return body.toString('latin1')
}

import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import {
  createIssuedCertificates,
  findRevocationUrl,
  openCertificateFolder,
  serveFirst,
} from './certificates/certificates.ts'
import type { Certificates } from './certificates/certificates.ts'
import { Challenges } from './certificates/challenges.ts'
import { DiskCopy } from './certificates/disk-copy.ts'
import { ServedCertificates } from './certificates/served.ts'
import type { EdgeConfig } from './config.ts'
import { createCertificateLookUp } from './control/certificate-feed.ts'
import type { Hostnames } from './control/hostnames.ts'
import type { SecureConfig } from './ingress/options.ts'

interface Surroundings {
  client: ControlClient
  /** Reports whether this edge or another has a tunnel of the hostname. */
  isServed: (hostname: string) => Promise<boolean>
  hostnames: Hostnames
  isOffered: (domain: string) => Promise<boolean>
  log: Logger
}

/** The certificates that the edge presents in handshakes. */
interface OpenedCertificates {
  certificates: Certificates
  /** The API's certificates; undefined, like the challenges, if certificates come from elsewhere. */
  served?: ServedCertificates
  challenges?: Challenges
}

/** Opens the certificates that this configuration names: the operator's, the API's, or the local authority's. */
export async function openCertificates(
  config: EdgeConfig,
  secure: SecureConfig,
  surroundings: Surroundings,
): Promise<OpenedCertificates> {
  const { log } = surroundings
  const { hostname } = config.tunnelUrl
  const { certificateFolder, source } = secure
  const folder = certificateFolder && (await openCertificateFolder(certificateFolder, hostname, log))
  if (source === 'local') return { certificates: folder || (await openLocalCertificates(config, secure, surroundings)) }
  const served = new ServedCertificates({
    ownHostname: hostname,
    edgeSecret: config.edgeSecret,
    contextsMax: secure.contextsMax,
    disk: await DiskCopy.open(secure.servedFolder, log),
    lookUp: createCertificateLookUp(surroundings.client, log),
    lookUpChanged: createCertificateLookUp(surroundings.client, log),
    log,
  })
  const certificates = folder ? serveFirst(folder, hostname, served) : served
  return { certificates, served, challenges: new Challenges(log) }
}

/** Issues certificates of the local authority for the edge itself and for hostnames of gateways. */
async function openLocalCertificates(
  config: EdgeConfig,
  { authorityFolder }: SecureConfig,
  { isServed, hostnames, isOffered, log }: Surroundings,
): Promise<Certificates> {
  // Loaded only if there is one: an edge in production needs none of its libraries.
  const { openLocalAuthority } = await import('./certificates/authority.ts')
  const authority = await openLocalAuthority(authorityFolder, findRevocationUrl(config), log)
  return createIssuedCertificates(authority, config.tunnelUrl.hostname, async (hostname) => {
    if (
      hostname === config.agentUrl?.hostname ||
      hostname === config.siblingUrl?.hostname ||
      (await isServed(hostname)) ||
      (await isOffered(hostname.slice(hostname.indexOf('.') + 1)))
    )
      return true
    return (await hostnames.find(hostname)) === 'reserved'
  })
}

import { readFile } from 'node:fs/promises'
import { AcmeClient, findZoneServers, waitUntilServed } from '@culvert/acme'
import type { JWK } from 'jose'
import type { CertificateConfig } from '../../ground/certificate-config.ts'
import { InstallationFault } from '../../ground/errors.ts'
import type { Sealing } from '../sealing/sealing.ts'

/** The account of the installation at an authority. */
interface Account {
  directoryUrl: string
  key: JWK
  /** Undefined until the authority has opened it. */
  url: string | undefined
}

/** The dependencies for ordering certificates. */
export interface AcmeAccess {
  readonly config: CertificateConfig
  readonly sealing: Sealing
  /** Reports whether every name server that an authority may ask shows a TXT record; false if that cannot be determined within seconds. */
  isServed(record: string, value: string, signal: AbortSignal): Promise<boolean>
  /** Returns a client for an account: the same one while the account is the same. */
  clientFor(account: Account): AcmeClient
}

/** An authority that takes longer is unavailable: waiting for it holds up other background work. */
const requestMs = 10_000
/** How long one check of name servers may take. */
const visibilityCheckMs = 4_000

/** Opens what is needed to order certificates. */
export async function openAcmeAccess(config: CertificateConfig, sealing: Sealing): Promise<AcmeAccess> {
  const rootCertificates = config.rootFile === undefined ? undefined : await readRoots(config.rootFile)
  const clients = new Map<string, { account: Account; client: AcmeClient }>()
  return {
    config,
    sealing,
    isServed: async (record, value, signal) => {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(visibilityCheckMs)])
      try {
        const servers = config.dnsResolvers.length > 0 ? [...config.dnsResolvers] : await findZoneServers(record, soon)
        if (servers.length === 0) return false
        await waitUntilServed(record, value, servers, soon, { intervalMs: 500 })
        return true
      } catch {
        signal.throwIfAborted()
        return false
      }
    },
    clientFor: (account) => {
      const { directoryUrl, key, url } = account
      const known = clients.get(directoryUrl)
      // A client remembers the directory and nonces.
      if (known !== undefined && known.account.url === url && known.account.key.x === key.x) return known.client
      const client = new AcmeClient({ directoryUrl, rootCertificates, accountKey: key, accountUrl: url, requestMs })
      clients.set(directoryUrl, { account, client })
      return client
    },
  }
}

async function readRoots(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new InstallationFault(`ACME_CA_ROOT: ${file} cannot be read.`, { cause: error })
  })
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new InstallationFault(`ACME_CA_ROOT: ${file} should hold certificates in PEM, and holds none.`)
}

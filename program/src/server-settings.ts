import { isIP } from 'node:net'
import type { Environment } from './environment.ts'

/** Settings that cannot be completed. */
export class ServerSettingsError extends Error {
  override readonly name = 'ServerSettingsError'
}

/**
 * Completes the settings of an installation that itself serves a public name and orders its certificates: CULVERT_PUBLIC_URL is https
 * with such a name, and ACME_EMAIL is set. Settings of the operator are kept, and without those two variables everything is.
 */
export function completeServerSettings(environment: Environment): Environment {
  const publicUrl = findServerUrl(environment)
  if (publicUrl === undefined) return environment
  const { CULVERT_DOMAIN: domain, PORT = '4000' } = environment
  if (domain === undefined) {
    const example = publicUrl.hostname.split('.').slice(-2).join('.')
    throw new ServerSettingsError(
      `CULVERT_DOMAIN must be set when ACME_EMAIL is: tunnels get names below it, and tunnel.DOMAIN is where agents dial. ` +
        `With CULVERT_DOMAIN=${example}, names are NAME.${example}; *.${example} must lead to this machine.`,
    )
  }
  return {
    CULVERT_TUNNEL_URL: `https://tunnel.${domain}${publicUrl.port === '' ? '' : `:${publicUrl.port}`}`,
    CULVERT_API_URL: `http://localhost:${PORT}`,
    // Visitors come through the edge, which names their address.
    TRUSTED_PROXIES: '1',
    EDGE_HOST: '::',
    EDGE_HTTP_PORT: '80',
    EDGE_HTTPS_PORT: publicUrl.port === '' ? '443' : publicUrl.port,
    EDGE_HTTPS_REDIRECT: 'true',
    EDGE_DASHBOARD: 'on',
    EDGE_CERTIFICATES: 'api',
    ...environment,
  }
}

/** Returns the public address of an installation that orders certificates for it; undefined for any other. */
export function findServerUrl({ ACME_EMAIL, CULVERT_PUBLIC_URL = '' }: Environment): URL | undefined {
  const url = URL.parse(CULVERT_PUBLIC_URL)
  if (ACME_EMAIL === undefined || url?.protocol !== 'https:') return undefined
  return isPublicName(url.hostname) ? url : undefined
}

/** Reports whether a public authority could issue for the host of a URL: a name of several labels, not an address, and not reserved for this machine. */
export function isPublicName(hostname: string): boolean {
  // In a URL, an IPv6 address is in brackets.
  return hostname.includes('.') && isIP(hostname) === 0 && !/(^|\.)localhost$/.test(hostname)
}

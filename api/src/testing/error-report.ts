import { hkdfSync } from 'node:crypto'
import { errorReportToken, type ErrorReportClaims } from '@culvert/schema/tokens'
import { EncryptJWT } from 'jose'
import { edgeSecret } from './service-token.ts'

/** The contents of the link on an edge's error page. */
export async function sealErrorReport(
  report: Pick<ErrorReportClaims, 'hostname'> & Partial<ErrorReportClaims>,
  now: Date,
  secret = edgeSecret,
): Promise<string> {
  const { typ, audience, keyInfo, lifetimeSeconds } = errorReportToken
  const iat = Math.floor(now.getTime() / 1_000)
  const code = 'CULVERT_TUNNEL_OFFLINE'
  return await new EncryptJWT({
    sub: 'request-1',
    code,
    agentId: null,
    method: 'GET',
    path: '/',
    detail: null,
    ...report,
  })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ })
    .setAudience(audience)
    .setIssuedAt(iat)
    .setExpirationTime(iat + lifetimeSeconds)
    .encrypt(new Uint8Array(hkdfSync('sha256', secret, '', keyInfo, 32)))
}

import { hkdfSync } from 'node:crypto'
import { errorReportToken } from '@culvert/schema/tokens'
import { jwtDecrypt } from 'jose'
import { z } from 'zod'

const claims = z.object({
  sub: z.string(),
  iat: z.number(),
  code: z.string(),
  agentId: z.string().nullable(),
  hostname: z.string(),
  method: z.string(),
  path: z.string(),
  detail: z.string().nullable(),
})

/** An edge's report of a request that it answered with an error page; `iat` is when, in seconds. */
export type ErrorReport = z.infer<typeof claims>

/** How far the clocks of the API and its edges may differ. */
const clockToleranceSeconds = 30

/** Decrypts the report in the link of an error page; undefined if no edge of this installation made it, or if it is too old. */
export async function readErrorReport(
  text: string,
  { edgeSecret, now }: { edgeSecret: string; now: Date },
): Promise<ErrorReport | undefined> {
  const { typ, audience, keyInfo } = errorReportToken
  const key = new Uint8Array(hkdfSync('sha256', edgeSecret, '', keyInfo, 32))
  const opened = await jwtDecrypt(text, key, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
    typ,
    audience,
    requiredClaims: ['exp'],
    currentDate: now,
    clockTolerance: clockToleranceSeconds,
  }).catch(() => undefined)
  return claims.safeParse(opened?.payload).data
}

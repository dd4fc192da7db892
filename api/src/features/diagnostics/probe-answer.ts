import { probeAnswerToken, type ProbeAnswerClaims } from '@culvert/schema/tokens'
import { jwtVerify } from 'jose'
import { z } from 'zod'

const hop = z.object({
  durationMs: z.number().nullable(),
  failure: z.object({ code: z.string(), detail: z.string().nullable() }).nullable(),
  status: z.number().int().nullable(),
})

const claims = z.object({ sub: z.string(), agent: hop, app: hop.nullable() })

/** How far the clocks of the API and its edges may differ. */
const clockToleranceSeconds = 30

/**
 * Verifies the answer of an edge of this installation to a probe; undefined if the text is anything else. Any server may answer at a custom
 * domain: only an answer that proves the edge secret is trusted.
 */
export async function readProbeAnswer(
  text: string,
  { probeId, edgeSecret, now }: { probeId: string; edgeSecret: string; now: Date },
): Promise<ProbeAnswerClaims | undefined> {
  const verified = await jwtVerify(text, new TextEncoder().encode(edgeSecret), {
    algorithms: ['HS256'],
    typ: probeAnswerToken.typ,
    audience: probeAnswerToken.audience,
    subject: probeId,
    currentDate: now,
    clockTolerance: clockToleranceSeconds,
  }).catch(() => undefined)
  return claims.safeParse(verified?.payload).data
}
